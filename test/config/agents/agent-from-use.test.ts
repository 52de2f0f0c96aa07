// An agent out of recorded use: the least that served, none that sends, nothing that its maker has not.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  capabilities,
  capabilityNamed,
  generatedFault,
  grantFor,
} from '../../../contract/agent/capabilities/registry.ts'
import type { Granted } from '../../../contract/agent/capabilities/registry.ts'
import { agentFromUse } from '../../../main/config/agents/agent-from-use.ts'
import { parseAgent } from '../../../main/config/agents/parse-agent.ts'

const facts = {
  models: ['sonnet'],
  unsetModel: () => null,
  hasNamespace: () => true,
  byProgram: true,
}
const skill = (tools: readonly string[], pattern = 'weekly report') => ({
  tools: [...tools],
  pattern,
  times: 3,
})
const nobody = (): boolean => false
const from = (tools: readonly string[], has: readonly Granted[] | null) =>
  agentFromUse(skill(tools), has, nobody, '2026-11-27')

const entry = (name: string, scope: Granted['scope'] = null): Granted => ({ name, scope })

const cases: readonly [
  name: string,
  tools: readonly string[],
  has: readonly Granted[] | null,
  capabilities: readonly string[],
  leftOut: Readonly<Record<string, string>>,
][] = [
  [
    'the smallest capability that holds a tool',
    ['github', 'cron'],
    null,
    ['github_read', 'jobs_read'],
    {},
  ],
  ['one capability for several tools', ['read_file', 'search_files'], null, ['fs_read'], {}],
  [
    'nothing that sends and nothing unknown',
    ['exec', 'send_email', 'forge__push', 'list_dir'],
    null,
    ['fs_read'],
    { exec: 'sends', send_email: 'sends', forge__push: 'unknown' },
  ],
  [
    'nothing that its maker has not',
    ['read_file', 'query_memory'],
    [entry('memory_read')],
    ['memory_read'],
    { read_file: 'not-had' },
  ],
  [
    'eight at most',
    [
      ...['query_memory', 'list_reminders', 'search_decisions', 'list_delegations', 'check_alerts'],
      ...['read_file', 'math_eval', 'weather', 'reddit'],
    ],
    null,
    [
      ...['memory_read', 'reminders_read', 'decision_read', 'delegation_read', 'alerts_read'],
      ...['fs_read', 'text_tools', 'weather_read'],
    ],
    { reddit: 'too-many' },
  ],
]

describe('an agent out of recorded use', () => {
  it.each(cases)('gets %s', (_name, tools, has, wanted, leftOut) => {
    const created = from(tools, has)
    expect([
      created.capabilities,
      Object.fromEntries(created.leftOut.map(({ tool, why }) => [tool, why])),
    ]).toEqual([wanted, leftOut])
  })

  it.each<[string, Readonly<Record<string, string[]>>, readonly string[]]>([
    ['reads only where only those were used', { github: ['list_issues'] }, ['github_read']],
    ['and no writing that sends', { github: ['list_issues', 'create_issue'] }, ['github_read']],
    ['what nobody said is read', {}, ['github_read']],
    ['an action that nothing holds is left out', { github: ['fly'] }, []],
  ])('gets of a tool with actions those that were used: %s', (_name, actions, wanted) => {
    const used = { ...skill(['github']), actions }
    expect(agentFromUse(used, null, nobody, '').capabilities).toEqual(wanted)
  })

  it('gets every capability that its used actions need, and none that sends for them', () => {
    const used = { ...skill(['cron']), actions: { cron: ['list', 'add'] } }
    const created = agentFromUse(used, null, nobody, '')
    const names = created.capabilities
    expect(names.every((name) => capabilityNamed(name)?.sends === false)).toBe(true)
    expect([names.length > 0, created.leftOut]).toEqual([true, []])
  })

  it('has the limits of its maker', () => {
    const scoped = [entry('fs_read', { paths: ['docs/**'] }), entry('fs_read', { paths: ['a'] })]
    const { text } = from(['read_file'], scoped)
    expect(parseAgent(text, null, facts).definition?.capabilities).toEqual(scoped)
  })

  it.each([
    ['Weekly Report', 'weekly_report'],
    ['main', 'skill_main'],
    ['週報', 'skill'],
    ['../../x', 'x'],
    ['Ärger', 'a_rger'],
  ])('is called after what it is for: %s', (pattern, name) => {
    expect(agentFromUse(skill(['read_file'], pattern), null, nobody, '').name).toBe(name)
  })

  it('takes no name that is there', () => {
    const taken = new Set(['weekly_report', 'weekly_report_2'])
    const created = agentFromUse(skill(['read_file']), null, (name) => taken.has(name), '')
    expect(created.name).toBe('weekly_report_3')
  })

  it('never has more than its maker, never sends, and is always a file that can be read', () => {
    const named = fc.constantFrom(...capabilities)
    const tools = fc.uniqueArray(
      fc.oneof(
        named.chain(({ tools: held }) =>
          held.length === 0 ? fc.constant('x') : fc.constantFrom(...held.map(({ tool }) => tool)),
        ),
        fc.string({ unit: 'grapheme', maxLength: 10 }),
      ),
      { maxLength: 20 },
    )
    const has = fc.option(
      fc.array(
        named
          .filter(({ scopes }) => !scopes.includes('servers'))
          .chain(({ name, scopes }) =>
            scopes.includes('paths')
              ? fc.constantFrom(entry(name), entry(name, { paths: ['docs/**'] }))
              : fc.constant(entry(name)),
          ),
        { maxLength: 12 },
      ),
    )
    const pattern = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(tools, has, pattern, (used, own, words) => {
        const created = agentFromUse(skill(used, words), own, nobody, '2026-11-27')
        const { definition, problems } = parseAgent(created.text, created.name, facts)
        expect(problems).toEqual([])
        const granted = definition?.capabilities ?? []
        const names = [...new Set(granted.map(({ name }) => name))]
        expect(names.toSorted()).toEqual(created.capabilities.toSorted())
        expect(generatedFault(names)).toBe(null)
        const maker =
          own ??
          capabilities.filter(({ legacy }) => legacy === undefined).map(({ name }) => entry(name))
        expect(grantFor(maker)).toEqual(expect.arrayContaining([...grantFor(granted)]))
        expect(names.every((name) => capabilityNamed(name)?.sends === false)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
