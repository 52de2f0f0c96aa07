// Pure. What an earlier approval or a rule does not cover of a call that it is about.
import type { Reason } from '../../../contract/policy/decision.ts'
import { unreached } from '../lease/external-lease.ts'
import { concerns, covers } from '../lease/lease.ts'
import { uncoveredBy } from '../lease/raiser-cover.ts'
import { inOrder } from './case.ts'
import type { Case } from './case.ts'
import { raisedFacts } from './lease-layer.ts'

/**
 * What an earlier approval or a rule would have let run, had the call not been raised by what it
 * does not cover: that is said.
 */
export function uncovered({ request, raisers, tier, ruleBut }: Case): readonly Reason[] {
  if (tier === 'R4' || (request.leases.length === 0 && raisers.length === 0)) return []
  const near = request.leases
    .filter((candidate) => covers(candidate, request, tier))
    .toSorted((a, b) => (a.lease.id < b.lease.id ? -1 : 1))[0]
  const not = request.leases
    .filter((candidate) => concerns(candidate, request) && candidate.lease.effect === 'allow')
    .flatMap((candidate) => unreached(candidate, request) ?? [])
  if (near === undefined && not[0] !== undefined)
    return [{ code: 'lease.uncovered', text: `Your approval did not cover this: ${not[0]}` }]
  if (near !== undefined)
    return inOrder(
      uncoveredBy(near, raisers, raisedFacts(request)).map(({ text }) => ({
        code: 'lease.uncovered',
        text: `Your approval did not cover this: ${text}`,
      })),
    )
  const rule = raisers.length === 0 ? null : ruleBut([])
  if (rule === null) return []
  // Each by itself, so that what the rule does cover is not said of it.
  const over = raisers.filter((raiser) => ruleBut([raiser]) === null)
  return inOrder(
    over.map(({ text }) => ({
      code: 'rule.uncovered',
      text: `Your rule “${rule.id}” does not cover this: ${text}`,
    })),
  )
}
