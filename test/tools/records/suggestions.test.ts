// What is worth attention, and skills out of recorded use.
import { describe, expect, it } from 'vitest'
import { failure } from '../../../contract/failure.ts'
import { err } from '../../../contract/result.ts'
import { recordsFixture } from './fixture.ts'

const DAY_MS = 86_400_000

describe('suggestions', () => {
  it('name what is overdue or due, each once, until they are dismissed', async () => {
    const { run, context } = await recordsFixture()
    expect((await run('get_proactive_suggestions')).text).toBe('Nothing needs attention.')
    for (let times = 0; times < 2; times += 1)
      await run('create_delegation', { task: 'Ask', delegated_to: 'Ada', due_date: '2026-11-26' })
    await run('create_decision', { title: 'Use SQLite', follow_up_date: '2026-11-27' })
    await run('create_reminder', { title: 'Call', due_date: '2026-11-27T09:00Z' })
    context.now += 2 * DAY_MS
    expect((await run('get_proactive_suggestions')).text).toBe(
      [
        'delegation: Ask\nAda was to have done it by 2026-11-26.',
        'decision: Use SQLite\nTo be followed up on 2026-11-27.',
        'reminder: Call\nDue 2026-11-27T09:00Z.',
      ].join('\n\n'),
    )
    await run('dismiss_suggestion', { category: 'delegation', title: 'Ask' })
    await run('dismiss_suggestion', { category: 'reminder', title: 'Use SQLite' })
    expect((await run('get_proactive_suggestions')).text.match(/^\w+: .*/gm)).toEqual([
      'decision: Use SQLite',
      'reminder: Call',
    ])
  })
})

describe('skills', () => {
  it('are suggested out of what was used three times for one thing, once each', async () => {
    const { run } = await recordsFixture()
    const use = (tool_name: string, query_pattern: string) =>
      run('record_tool_usage', { tool_name, query_pattern })
    expect((await use('read_file', 'Weekly report')).text).toBe(
      'Noted: read_file for Weekly report, 1 time.',
    )
    expect((await use('read_file', 'weekly REPORT')).text).toContain('2 times')
    expect((await run('analyze_skill_patterns')).text).toBe('There is no new pattern.')
    await use('search_files', 'weekly report')
    await use('web_fetch', 'news')
    expect((await run('analyze_skill_patterns')).text).toBe('New suggestions: weekly report.')
    expect((await run('analyze_skill_patterns')).text).toBe('There is no new pattern.')
    expect((await run('list_skill_suggestions', { status: 'open' })).text).toContain(
      'Agent for weekly report (open)\nWhy: read_file, search_files served this 3 times.\nTools: read_file, search_files',
    )
    expect((await run('list_skill_suggestions', { status: 'used' })).text).toBe(
      'Nothing is suggested.',
    )
  })

  it('become an agent once, which is off, and only out of a skill', async () => {
    const { run, records } = await recordsFixture()
    for (let times = 0; times < 3; times += 1)
      await run('record_tool_usage', { tool_name: 'read_file', query_pattern: 'weekly report' })
    await run('analyze_skill_patterns')
    await run('dismiss_suggestion', { category: 'decision', title: 'Use SQLite' })
    const [skill, other] = records
      .list('suggestion', { query: null, states: null, most: 9 })
      .toSorted((a, b) => a.id - b.id)
    const make = (suggestion_id = 0) => run('auto_create_skill', { suggestion_id })
    expect(
      [await make(skill?.id), await make(skill?.id), await make(other?.id), await make(99)].map(
        ({ text }) => text,
      ),
    ).toEqual([
      'Made the agent weekly_report with fs_read. It is off until the person turns it on under Agents.\nLeft out: exec, because what holds it sends, and no generated agent may send.',
      '! suggestion.not-open',
      '! suggestion.no-skill',
      '! record.unknown',
    ])
    expect((await run('list_skill_suggestions', { status: 'used' })).text).toContain(
      'weekly report',
    )
  })

  it('stay open where no agent could be made', async () => {
    const { run, records } = await recordsFixture()
    for (let times = 0; times < 3; times += 1)
      await run('record_tool_usage', { tool_name: 'exec', query_pattern: 'build' })
    await run('analyze_skill_patterns')
    const [found] = records.list('suggestion', {
      query: null,
      states: null,
      most: 1,
    })
    const created = await run(
      'auto_create_skill',
      { suggestion_id: found?.id },
      {
        makeAgent: () => err(failure('suggestion.nothing-left', 'No tool.')),
      },
    )
    expect([created.text, (await run('list_skill_suggestions', { status: 'open' })).text]).toEqual([
      '! suggestion.nothing-left',
      expect.stringContaining('Agent for build'),
    ])
  })
})
