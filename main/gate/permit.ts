// No permit, no run. Only main/pipeline may make one (test/arch holds that), and each is good for one
// call.
import type { CallId, RequestHash } from '../../contract/ids.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'

declare const sealed: unique symbol
export type Permit = {
  readonly callId: CallId
  readonly requestHash: RequestHash
  readonly touches: readonly CanonicalTouch[]
  readonly [sealed]: true
}

const unspent = new WeakSet<Permit>()

export function mint(
  callId: CallId,
  requestHash: RequestHash,
  touches: readonly CanonicalTouch[],
): Permit {
  const permit = Object.freeze({
    callId,
    requestHash,
    touches: Object.freeze([...touches]),
  }) as unknown as Permit
  unspent.add(permit)
  return permit
}

/**
 * Throws on a permit that was made elsewhere or used before: that is a bug or an attack, never an
 * expected failure.
 */
export function spend(permit: Permit): void {
  if (!unspent.delete(permit))
    throw new Error(`Permit for ${permit.callId} was forged or already spent.`)
}
