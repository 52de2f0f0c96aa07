// What an agent asks for a sub-agent: never more than the agent that it is to be has.
import { describe, expect, it } from 'vitest'
import { EVERYTHING, grants } from '../../contract/agent/grant.ts'
import type { Grant } from '../../contract/agent/grant.ts'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import { requestedGrant } from '../../main/policy/requested-grant.ts'

const reader: Grant = [{ tool: 'read_file', actions: null, scopes: [] }]
const asked = requestedGrant(['spawn', 'subagent_control'], (name) =>
  name === 'reader'
    ? ok(reader)
    : err(failure('agent.unknown', `There is no agent named ${name}.`)),
)
const draft = { agent: 'helper', tools: null, delegates: false }
const has = (grant: Grant, tool: string, action: string | null = null): boolean =>
  grants(grant, tool, action)

describe('what is asked for a sub-agent', () => {
  it.each<[string, Parameters<typeof asked>[0], readonly string[], readonly string[]]>([
    ['a plain helper', draft, ['read_file', 'exec'], []],
    ['tools by name', { ...draft, tools: ['read_file'] }, ['read_file'], ['exec', 'spawn']],
    [
      'a capability',
      { ...draft, tools: ['mail_read'] },
      ['search_mail', 'get_mail_message'],
      ['send_email'],
    ],
    [
      'a tool whose name a capability has too',
      { ...draft, tools: ['web_search'] },
      ['web_search'],
      ['web_fetch'],
    ],
    [
      'sub-agents of its own',
      { ...draft, tools: ['read_file'], delegates: true },
      ['spawn'],
      ['exec'],
    ],
    ['an agent by name', { ...draft, agent: 'reader' }, ['read_file'], ['exec', 'write_file']],
    [
      'more than that agent has',
      { ...draft, agent: 'reader', tools: ['exec'] },
      [],
      ['exec', 'read_file'],
    ],
    [
      'sub-agents for an agent that has none',
      { ...draft, agent: 'reader', tools: ['read_file'], delegates: true },
      ['read_file'],
      ['spawn'],
    ],
  ])('%s', (_, given, granted, withheld) => {
    const grant = asked(given)
    if (!grant.ok) throw new Error(grant.error.text)
    expect(granted.filter((tool) => !has(grant.value, tool))).toEqual([])
    expect(withheld.filter((tool) => has(grant.value, tool))).toEqual([])
  })

  it('a single action is that action alone', () => {
    const grant = asked({ ...draft, tools: ['github.list_issues'] })
    if (!grant.ok) throw new Error(grant.error.text)
    expect([
      has(grant.value, 'github', 'list_issues'),
      has(grant.value, 'github', 'merge_pr'),
    ]).toEqual([true, false])
  })

  it('says that there is no such agent', () => {
    expect(asked({ ...draft, agent: 'ghost' })).toMatchObject({ error: { code: 'agent.unknown' } })
    expect(asked(draft)).toEqual(ok(EVERYTHING))
  })
})
