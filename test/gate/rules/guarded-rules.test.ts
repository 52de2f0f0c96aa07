// Rules tell plain files from guarded ones, and a connected agent's plain edit is no more than its
// own effect.
import { describe, expect, it } from 'vitest'
import type { Rule, RuleWhen } from '../../../contract/policy/rule.ts'
import { covers } from '../../../main/config/relaxation/rule-subsumption.ts'
import { policyFacts } from '../../../main/policy/policy-facts.ts'
import { decide } from '../../../main/gate/decide.ts'
import type { DecisionRequest } from '../../../main/gate/decision-request.ts'
import { Preset, standardPresets } from '../../../contract/policy/preset.ts'
import {
  ask,
  callers,
  policyWith,
  read,
  rule,
  run,
  running,
  tool,
  write,
  writing,
  theirOwn,
} from '../decision-requests.ts'

const client = callers['mcp-client']
const [plain, hook] = ['/w/src/a.ts', '/w/.git/hooks/pre-commit']
const edit = (...paths: string[]): DecisionRequest =>
  ask(
    theirOwn,
    paths.map((path) => write(path)),
    { principal: client },
  )

describe('`guarded` in a rule', () => {
  it.each<
    [effect: Rule['effect'], guarded: boolean, what: string, request: DecisionRequest, by: string]
  >([
    ['deny', true, 'a hook', edit(hook), 'rule'],
    ['deny', true, 'a plain file', edit(plain), 'tier'],
    ['deny', true, 'both', edit(plain, hook), 'rule'],
    ['deny', false, 'a hook', edit(hook), 'tier'],
    ['deny', false, 'a plain file', edit(plain), 'rule'],
    ['deny', false, 'both', edit(plain, hook), 'tier'],
    ['confirm', true, 'a hook', edit(hook), 'rule'],
    ['confirm', true, 'reading one', ask(tool('look', 'R1'), [read(hook)]), 'tier'],
    ['allow', false, 'a plain file', edit(plain), 'rule'],
    ['allow', false, 'a hook', edit(hook), 'tier'],
    ['allow', false, 'both', edit(plain, hook), 'tier'],
    ['allow', true, 'a hook that its paths do not name', edit(hook), 'tier'],
    ['allow', false, 'a command, of which nobody knows', ask(running, [run('ls')]), 'tier'],
    ['deny', false, 'a command', ask(running, [run('ls')]), 'rule'],
  ])('%s with %j, for %s', (effect, guarded, _what, request, by) => {
    expect(decide(request, policyWith({ rules: [rule(effect, { guarded })] })).by.kind).toBe(by)
  })

  it('allows a protected file only with the paths that name it', () => {
    const named = rule('allow', { guarded: true, paths: ['.git/hooks/**'] })
    expect(decide(edit(hook), policyWith({ rules: [named] })).by.kind).toBe('rule')
  })

  it.each<[outer: [Rule['effect'], RuleWhen], inner: [Rule['effect'], RuleWhen], yes: boolean]>([
    [['deny', {}], ['deny', { guarded: true }], true],
    [['deny', { guarded: true }], ['deny', {}], false],
    [['deny', { guarded: true }], ['deny', { guarded: true }], true],
    [['deny', { guarded: true }], ['deny', { guarded: false }], false],
    [['allow', { guarded: false }], ['deny', { guarded: false }], false],
    [['deny', { guarded: false }], ['allow', { guarded: false }], true],
  ])('%j says all that %j says: %j', ([one, wide], [other, narrow], yes) => {
    const facts = policyFacts(Date.now)
    expect(covers(rule(one, wide), rule(other, narrow), facts)).toBe(yes)
  })
})

const flow = policyWith({
  preset: Preset.parse(standardPresets['flow'] ?? {}),
  presetName: 'flow',
})

describe('what delegation adds', () => {
  it.each<[what: string, request: DecisionRequest, tier: string, effect: string]>([
    ['a plain edit by our own tool', ask(writing, [write(plain)]), 'R2', 'allow'],
    ['several plain edits', ask(writing, [write(plain), write('/w/b')]), 'R2', 'allow'],
    ['an edit that also reads', ask(writing, [read(plain), write(plain)]), 'R2', 'allow'],
    ['a guarded file', ask(writing, [write(hook)]), 'R3', 'confirm'],
    ['one guarded among plain', ask(writing, [write(plain), write(hook)]), 'R3', 'confirm'],
    ['a file outside', ask(writing, [write('/etc/a')]), 'R3', 'confirm'],
    ['reading outside as well', ask(writing, [read('/etc/a'), write(plain)]), 'R3', 'confirm'],
    ['nothing that is named', ask(writing, []), 'R3', 'confirm'],
    ["a client's own tool, which has no undo here", ask(theirOwn, [write(plain)]), 'R3', 'confirm'],
    ['a command', ask(running, [run('ls')]), 'R3', 'confirm'],
  ])('is nothing but for what cannot be put back: %s', (_what, request, tier, effect) => {
    for (const principal of [client, callers.subagent]) {
      const decision = decide({ ...request, principal }, flow)
      expect([decision.tier, decision.effect]).toEqual([tier, effect])
    }
  })
})
