// The index of rules finds what is found without one, whatever is asked.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trustIn } from '../../../contract/policy/channel-trust.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import { makePolicy } from '../../../main/gate/policy.ts'
import { compileEach } from '../../../main/gate/rules/compiled-rule.ts'
import type { DecisionRequest } from '../../../main/gate/decision-request.ts'
import { concerns, holds } from '../../../main/gate/rules/rule-holds.ts'
import type { RuleFacts } from '../../../main/gate/rules/rule-facts.ts'
import { compileRules } from '../../../main/gate/rules/rules.ts'
import { effectiveTier } from '../../../main/gate/tier.ts'
import { many } from '../../soak.ts'
import { anyRequest, anyRules } from '../any.ts'
import {
  part,
  roots,
  rule as ruleWith,
  run,
  sha256,
  source as usualSource,
  strictness,
} from '../decision-requests.ts'

const runs = { numRuns: many(400, 150) }

describe('the search for the strictest rule', () => {
  const factsOf = (request: DecisionRequest, tier: RuleFacts['tier']): RuleFacts => ({
    tool: request.manifest.name,
    capability: request.manifest.id,
    category: request.manifest.category,
    action: request.action,
    tier,
    principalKind: request.principal.kind,
    principalName: request.principal.name,
    channel: request.channel,
    trust: trustIn({}, request.channel),
    earlier: request.earlier,
    touches: request.touches,
    privateRead: request.taint.privateRead.length > 0,
    untrustedRead: request.taint.untrustedRead.length > 0,
    raisers: effectiveTier(request, makePolicy(usualSource, sha256)).raisers,
    at: request.at,
  })
  /** Each rule alone, one after the other: no index has anything to choose. */
  const scan = (
    rules: readonly Rule[],
    facts: RuleFacts,
    effect: Rule['effect'] | null = null,
  ): Rule | null =>
    rules
      .map((rule) => {
        const alone = compileRules([rule], roots)
        return effect === null ? alone.strictest(facts) : alone.first(facts, effect)
      })
      .filter((rule) => rule !== null)
      .sort((a, b) => strictness[b.effect] - strictness[a.effect] || (a.id < b.id ? -1 : 1))[0] ??
    null

  it('finds what a scan of all rules finds, one set of rules used for many calls', () => {
    fc.assert(
      fc.property(
        anyRules,
        fc.array(
          fc.tuple(anyRequest, fc.constantFrom('R1' as const, 'R2' as const, 'R3' as const)),
          { maxLength: 12 },
        ),
        (rules, calls) => {
          const set = compileRules(rules, roots)
          for (const [request, tier] of calls) {
            const facts = factsOf(request, tier)
            expect(set.strictest(facts)).toEqual(scan(rules, facts))
            for (const effect of ['allow', 'confirm', 'deny'] as const)
              expect(set.first(facts, effect)).toEqual(scan(rules, facts, effect))
          }
        },
      ),
      runs,
    )
  })

  /** No index at all: each rule is held against the call, strictest first. */
  const plainly = (
    rules: readonly Rule[],
    facts: RuleFacts,
    effect: Rule['effect'] | null,
    raisers: RuleFacts['raisers'],
  ): Rule | null =>
    compileEach(rules, roots).find(
      (each) =>
        (effect === null || each.rule.effect === effect) &&
        concerns(each.rule, facts) &&
        holds(each, facts, raisers, roots.foldsCase),
    )?.rule ?? null

  const words = ['rm', 'RM.exe', '/bin/rm', 'podman', 'docker', 'python3.11', 'npx', 'npm', 'git']
  const program = fc.constantFrom(...words, 'frob', 'sg', 'corepack', 'constructor', 'x@1')
  const anyLine = fc
    .array(
      fc.record({
        said: fc.array(program, { minLength: 1, maxLength: 4 }),
        opaque: fc.boolean(),
        unknown: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts) =>
      run(
        ...parts.map(({ said, opaque, unknown }) =>
          part(said.join(' '), unknown ? { opaque, doubts: ['program'] } : { opaque }),
        ),
      ),
    )
  const ofCommands = fc
    .array(
      fc.tuple(
        fc.constantFrom('allow' as const, 'confirm' as const, 'deny' as const),
        fc.array(fc.array(program, { minLength: 1, maxLength: 2 }), {
          minLength: 1,
          maxLength: 3,
        }),
      ),
      { maxLength: 6 },
    )
    .map((rules) =>
      rules.map(([effect, commands], at) =>
        ruleWith(effect, { commands: commands.map((each) => each.join(' ')) }, { id: `c${at}` }),
      ),
    )

  it('finds what holding each rule against the call finds, for lines of every kind as well', () => {
    fc.assert(
      fc.property(
        anyRules,
        ofCommands,
        anyRequest,
        fc.option(anyLine),
        (some, more, asked, line) => {
          const request = line === null ? asked : { ...asked, touches: [...asked.touches, line] }
          const rules = [...some, ...more]
          const facts = factsOf(request, 'R3')
          const set = compileRules(rules, roots)
          expect(set.strictest(facts)).toEqual(plainly(rules, facts, null, facts.raisers))
          for (const raisers of [facts.raisers, facts.raisers.slice(1), []])
            expect(set.first(facts, 'allow', raisers)).toEqual(
              plainly(rules, facts, 'allow', raisers),
            )
        },
      ),
      runs,
    )
  })
})
