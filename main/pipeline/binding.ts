// What a decision is bound to. An approval, a lease or an allowed call covers exactly this, and
// anyone who takes one up later compares it here.
import type { DefinitionHash, PolicyHash, RequestHash } from '../../contract/ids.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { sameTouches } from '../gate/touch-facts.ts'

export type Binding = {
  readonly requestHash: RequestHash
  readonly definitionHash: DefinitionHash
  readonly policyHash: PolicyHash
  readonly touches: readonly CanonicalTouch[]
}

/** A call with its decision, or the approval of one. */
type Bound = Pick<Binding, 'requestHash' | 'definitionHash'> & {
  readonly decision: Pick<Binding, 'policyHash' | 'touches'>
}

export const bindingOf = ({ requestHash, definitionHash, decision }: Bound): Binding => ({
  requestHash,
  definitionHash,
  policyHash: decision.policyHash,
  touches: decision.touches,
})

/** Null when both are the same; else what changed, in words that begin a sentence. */
export function changedBinding(before: Binding, now: Binding): string | null {
  if (before.requestHash !== now.requestHash) return 'the request'
  if (before.definitionHash !== now.definitionHash) return 'the tool itself'
  if (before.policyHash !== now.policyHash) return 'the policy'
  if (!sameTouches(before.touches, now.touches)) return 'what it would touch'
  return null
}

export const sameBinding = (before: Binding, now: Binding): boolean =>
  changedBinding(before, now) === null
