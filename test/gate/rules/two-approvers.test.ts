// A rule that asks for a second person: where it holds, two are asked, whatever else asks.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rule } from '../../../contract/policy/rule.ts'
import { decide, explain } from '../../../main/gate/decide.ts'
import { decideFor } from '../../../main/gate/decide-for.ts'
import { makePolicy, organisationPolicy, under } from '../../../main/gate/policy.ts'
import type { Policy, PolicySource } from '../../../main/gate/policy.ts'
import { anyRequest, anySource, ruleOf } from '../any.ts'
import { sha256 } from '../decision-requests.ts'
import { tries } from '../../soak.ts'

const created = (source: PolicySource) => makePolicy(source, sha256)
const twoOf = ruleOf('confirm').map((rule): Rule => ({ ...rule, approvers: 2 }))
const runs = { numRuns: tries(300) }
const with_ = (source: PolicySource, ...rules: readonly Rule[]) =>
  created({ ...source, rules: [...source.rules, ...rules] })

describe('a rule that asks for a second person', () => {
  it('asks two wherever it decides at all, in any order, and both with a proof', () => {
    fc.assert(
      fc.property(anyRequest, anySource, twoOf, ruleOf('confirm'), (request, source, two, one) => {
        const alone = decide(request, with_({ ...source, rules: [] }, two))
        const both = decide(request, with_(source, one, two))
        const turned = decide(request, with_(source, two, one))
        expect(turned).toEqual(both)
        const asksTwo = both.effect === 'confirm' && alone.approvers === 2
        expect(asksTwo && both.approvers !== 2).toBe(false)
        expect(both.approvers === 2 && !both.stepUp).toBe(false)
        expect(both.effect !== 'confirm' && both.approvers !== undefined).toBe(false)
      }),
      runs,
    )
  })

  it('asks two only where such a rule applies', () => {
    fc.assert(
      fc.property(anyRequest, anySource, (request, source) => {
        const rules = source.rules.map(({ approvers: _two, ...rule }) => rule)
        expect(decide(request, created({ ...source, rules })).approvers).toBeUndefined()
      }),
      runs,
    )
  })

  it('refuses, and asks, as the same rule for one person does', () => {
    fc.assert(
      fc.property(anyRequest, anySource, ruleOf('confirm'), (request, source, rule) => {
        const one = decide(request, with_(source, { ...rule, approvers: 1 }))
        const two = decide(request, with_(source, { ...rule, approvers: 2 }))
        expect([two.effect, two.tier]).toEqual([one.effect, one.tier])
      }),
      runs,
    )
  })

  it('is said in every explanation as it is decided', () => {
    fc.assert(
      fc.property(anyRequest, anySource, twoOf, (request, source, rule) => {
        const policy = with_(source, rule)
        const { votes, ...explained } = explain(request, policy)
        expect(explained).toEqual(decide(request, policy))
        const vote = votes.find(({ layer }) => layer === 'confirm-rule')
        expect(explained.approvers === 2 && vote?.text.includes('second person') !== true).toBe(
          false,
        )
      }),
      runs,
    )
  })

  it('asks two for a job whose maker needs two', () => {
    fc.assert(
      fc.property(anyRequest, anySource, twoOf, (request, source, rule) => {
        const maker = { ...request.principal, name: 'maker' } as typeof request.principal
        const strict = with_(source, rule)
        const decision = decideFor(request, maker, ({ name }) =>
          name === 'maker' ? strict : created({ ...source, rules: [] }),
        )
        const makers = decide({ ...request, principal: maker }, strict)
        expect(
          makers.approvers === 2 && decision.effect === 'confirm' && decision.approvers !== 2,
        ).toBe(false)
      }),
      runs,
    )
  })

  it('asks two where the person or their organisation has such a rule, whichever of them decides', () => {
    fc.assert(
      fc.property(anyRequest, anySource, anySource, twoOf, (request, own, theirs, rule) => {
        const within = (mine: Policy, held: PolicySource) =>
          under(
            mine,
            {
              name: 'Example',
              more: '',
              missing: false,
              policy: organisationPolicy(held, true, sha256),
            },
            sha256,
          )
        const bare = { ...own, rules: [] }
        const policies = [
          within(with_(bare, rule), { ...theirs, rules: [] }),
          within(created(bare), { ...theirs, rules: [rule] }),
          within(created(bare), theirs),
        ]
        const asked = policies.slice(0, 2).map((policy) => decide(request, policy))
        for (const policy of policies) {
          const { votes: _votes, ...explained } = explain(request, policy)
          expect(explained).toEqual(decide(request, policy))
        }
        const holds = decide(request, with_(bare, rule))
        for (const decision of asked) {
          const two = decision.approvers === 2
          expect(holds.approvers === 2 && decision.effect === 'confirm' && !two).toBe(false)
          expect(two && (decision.effect !== 'confirm' || !decision.stepUp)).toBe(false)
          expect(decision.reasons.filter(({ code }) => code === 'rule.approvers')).toHaveLength(
            two ? 1 : 0,
          )
        }
      }),
      runs,
    )
  })
})
