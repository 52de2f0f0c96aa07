// Rules and those who work for somebody: asking another agent, or being asked by one, never allows
// more.
import { describe, expect, it } from 'vitest'
import type { Principal } from '../../../contract/call/principal.ts'
import type { Effect } from '../../../contract/policy/decision.ts'
import type { RuleWhen } from '../../../contract/policy/rule.ts'
import { decide } from '../../../main/gate/decide.ts'
import { ask, callers, policyWith, read, reading, rule } from '../decision-requests.ts'

const scout = { ...callers.subagent, chain: ['research', 'main'] } satisfies Principal

const decided = (effect: Effect, when: RuleWhen, principal: Principal) => {
  const { by } = decide(
    { ...ask(reading, [read('/w/a')]), principal },
    policyWith({ rules: [rule(effect, when)] }),
  )
  return by.kind === 'rule'
}

describe('a rule', () => {
  it.each<[string, Effect, RuleWhen, boolean]>([
    ['that denies for the one who asks', 'deny', { agents: ['scout'] }, true],
    ['that denies for the one it works for', 'deny', { agents: ['research'] }, true],
    ['that denies for the agent of the person', 'deny', { agents: ['main'] }, true],
    ['that asks for the agent of the person', 'confirm', { agents: ['main'] }, true],
    ['that denies for somebody else', 'deny', { agents: ['writer'] }, false],
    ['that denies for agents', 'deny', { principals: ['agent'] }, true],
    ['that denies for sub-agents', 'deny', { principals: ['subagent'] }, true],
    ['that denies for clients', 'deny', { principals: ['mcp-client'] }, false],
    ['that allows for the one who asks alone', 'allow', { agents: ['scout'] }, false],
    ['that allows for the agent of the person alone', 'allow', { agents: ['main'] }, false],
    ['that allows for all of them', 'allow', { agents: ['scout', 'research', 'main'] }, true],
    ['that allows for everybody', 'allow', {}, true],
    ['that allows for agents', 'allow', { principals: ['agent'] }, false],
    ['that allows for sub-agents', 'allow', { principals: ['subagent'] }, true],
  ])('%s decides for a sub-agent of a sub-agent: %s %j', (_, effect, when, want) => {
    expect(decided(effect, when, scout)).toBe(want)
  })

  it('decides for the agent of the person as before', () => {
    expect(decided('allow', { agents: ['main'] }, callers.agent)).toBe(true)
    expect(decided('deny', { agents: ['scout'] }, callers.agent)).toBe(false)
  })
})
