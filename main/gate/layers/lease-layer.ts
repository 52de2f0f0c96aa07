// Pure. Leases, and denials that last.
import { givenText } from '../../../contract/approval/lease-sentence.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import type { DecisionRequest } from '../decision-request.ts'
import { firstDenial } from '../denial.ts'
import { runsPlugin } from '../lease/external-lease.ts'
import { covers } from '../lease/lease.ts'
import { steeredArgs } from '../lease/raiser-bounds.ts'
import type { RaisedFacts } from '../lease/raiser-bounds.ts'
import { uncoveredBy } from '../lease/raiser-cover.ts'
import { unexplainedQuestions } from '../raises/question-raise.ts'
import { guardedArguments } from '../raises/guarded-argument-raise.ts'
import { argumentsWithNamelessAddress } from '../raises/address-raise.ts'
import { namelessRecipients } from '../raises/recipient-raise.ts'
import { ruling } from './case.ts'
import type { Case, Ruling } from './case.ts'

export function leased(given: Case): Ruling | null {
  const found = coveringLease(given)
  return found && ruling('allow', 'lease', found.id, 'lease.covers', givenText(found))
}

export function denied({ request }: Case): Ruling | null {
  const lease = firstDenial(request)
  return lease === null ? null : ruling('deny', 'lease', lease.id, 'lease.denies', givenText(lease))
}

export function coveringLease({ request, tier, raisers }: Case): Lease | null {
  let found: Lease | null = null
  for (const candidate of request.leases) {
    const { lease } = candidate
    // Of several the first by id, so that it does not hang on how they were listed which of them is
    // used up.
    if (found !== null && lease.id >= found.id) continue
    if (
      covers(candidate, request, tier) &&
      uncoveredBy(candidate, raisers, raisedFacts(request)).length === 0
    )
      found = lease
  }
  return found
}

export const raisedFacts = (request: DecisionRequest): RaisedFacts => ({
  touches: request.touches,
  principal: request.principal,
  channel: request.channel,
  definition: request.definition ?? null,
  steered:
    request.manifest.external === undefined && !runsPlugin(request)
      ? []
      : steeredArgs(request.origins, request.args),
  nameless: [...namelessRecipients(request), ...argumentsWithNamelessAddress(request)],
  questions: unexplainedQuestions(request),
  guarded: guardedArguments(request),
})
