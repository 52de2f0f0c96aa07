// Decisions with the real table: kept, found, followed up and deleted.
import { describe, expect, it } from 'vitest'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { recordsFixture } from './fixture.ts'

const whole = {
  title: 'Use SQLite',
  description: 'One file.',
  context: 'No server.',
  decided_by: 'Ada',
  owner: 'Grace',
  follow_up_date: '2026-12-24',
  tags: ['storage', 'data'],
  source: 'Review',
}

describe('decisions', () => {
  it('are kept whole, and found by any part of them', async () => {
    const { run } = await recordsFixture()
    expect((await run('create_decision', whole)).text).toBe('Kept the decision 1, Use SQLite.')
    await run('create_decision', { title: 'Paint it blue', status: 'executed' })
    const text = [
      '[1] Use SQLite (pending execution)',
      'Description: One file.',
      'Context: No server.',
      'Decided by: Ada',
      'Owner: Grace',
      'Follow up on: 2026-12-24',
      'Tags: storage, data',
      'Source: Review',
      'Kept by: main',
    ].join('\n')
    for (const query of ['sqlite', 'stor', 'grace review', 'SERVER'])
      expect((await run('search_decisions', { query })).text).toBe(text)
    expect((await run('search_decisions', { query: 'sqlite blue' })).text).toBe('No decision fits.')
    expect((await run('search_decisions', { status: 'executed' })).text).toContain('Paint it blue')
    expect((await run('list_pending_decisions')).text).toBe(text)
  })

  it('change their status and gather notes', async () => {
    const { run } = await recordsFixture()
    await run('create_decision', whole)
    await run('update_decision', { decision_id: 1, notes: 'Began.' })
    const changed = await run('update_decision', {
      decision_id: 1,
      status: 'executed',
      notes: 'Done.',
    })
    expect(changed.text).toBe('Changed the decision 1, Use SQLite.')
    expect((await run('list_pending_decisions')).text).toBe('No decision is pending.')
    expect((await run('search_decisions', { query: 'done' })).text).toContain(
      'Notes: 2026-11-26 Began.\n2026-11-26 Done.',
    )
  })

  it('are gone when they are deleted, and nothing else is', async () => {
    const { run } = await recordsFixture()
    await run('create_decision', whole)
    await run('create_decision', { title: 'Paint it blue' })
    expect((await run('delete_decision', { decision_id: 1 })).text).toBe(
      'Deleted the decision 1, Use SQLite.',
    )
    expect((await run('search_decisions', { query: 'sqlite' })).text).toBe('No decision fits.')
    expect((await run('search_decisions')).text).toContain('Paint it blue')
    expect((await run('delete_decision', { decision_id: 1 })).text).toBe('! record.unknown')
    expect((await run('update_decision', { decision_id: 9, notes: 'x' })).text).toBe(
      '! record.unknown',
    )
  })

  it('shows no more than was asked for, and says that there are more', async () => {
    const { run } = await recordsFixture()
    for (const title of ['a', 'b', 'c']) await run('create_decision', { title })
    const found = await run('search_decisions', { limit: 2 })
    expect(found.text.match(/^\[\d\]/gm)).toHaveLength(2)
    expect(found.text).toContain('[There are more.')
    expect(found.readBack.map(({ of }) => of)).toEqual(['decision', 'decision', 'decision'])
  })

  it('are not to be had by the id of another kind', async () => {
    const { run } = await recordsFixture()
    await run('create_delegation', { task: 'Ask', delegated_to: 'Ada' })
    expect((await run('update_decision', { decision_id: 1, notes: 'x' })).text).toBe(
      '! record.unknown',
    )
    expect((await run('delete_decision', { decision_id: 1 })).text).toBe('! record.unknown')
  })

  it('stay as they are for a call that was permitted something else', async () => {
    const { run, records } = await recordsFixture()
    await run('create_decision', whole)
    await run('create_decision', { title: 'Paint it blue' })
    const other = records.touch({ kind: 'record', of: 'decision', access: 'delete', id: 2 })
    if (!other.ok) throw new Error(other.error.text)
    const reads: readonly CanonicalTouch[] = [
      { kind: 'record', of: 'decision', access: 'read', record: null },
    ]
    for (const permitted of [[other.value], reads, []])
      expect((await run('delete_decision', { decision_id: 1 }, { permitted })).text).toBe(
        '! record.outside-permit',
      )
    expect((await run('create_decision', whole, { permitted: reads })).text).toBe(
      '! record.outside-permit',
    )
    expect((await run('search_decisions', {}, { permitted: [] })).text).toBe(
      '! record.outside-permit',
    )
  })
})

describe('what is kept from text of anyone', () => {
  it('stays marked, also when a clean session changes it', async () => {
    const { run, context } = await recordsFixture()
    context.untrusted = 'evil.example'
    await run('create_decision', { title: 'Pay the bill' })
    context.untrusted = null
    await run('create_decision', { title: 'Paint it blue' })
    await run('update_decision', { decision_id: 1, notes: 'Looked at it.' })
    const found = await run('search_decisions')
    expect(found.readBack.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual([
      { of: 'decision', id: 1, untrusted: 'evil.example' },
      { of: 'decision', id: 2, untrusted: null },
    ])
    expect(found.text).toContain('May hold text from evil.example, which anyone may have written.')
    context.untrusted = 'worse.example'
    await run('update_decision', { decision_id: 2, notes: 'x' })
    context.untrusted = null
    expect((await run('search_decisions', { query: 'blue' })).readBack).toEqual([
      { of: 'decision', id: 2, untrusted: 'worse.example' },
    ])
  })

  it.each(['"', 'a" OR "b', 'NEAR(a b)', 'text:x', '*', "'; DROP TABLE records; --", '((('])(
    'takes %s for words',
    async (query) => {
      const { run } = await recordsFixture()
      await run('create_decision', { title: 'Drop the table near a tree' })
      expect((await run('search_decisions', { query })).text).not.toMatch(/^!/)
      expect((await run('search_decisions')).text).toContain('Drop the table')
    },
  )
})
