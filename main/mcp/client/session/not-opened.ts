// Why a session did not come about: what a person reads of it, or what is tried differently.
import { failure, type Failure } from '../../../../contract/failure.ts'
import { TooManyOffers } from '../discover.ts'
import { isLate } from '../faults/faults.ts'
import type { SessionEnd } from './lifetime.ts'
import { Late } from './session-parts.ts'

/** It ended while it was asked which era it speaks: worth another try without asking. */
export class EndedAtProbe extends Error {}

export type NotOpened = {
  readonly name: string
  readonly thrown: unknown
  /** It answered, and its answer could not be taken. */
  readonly answered: boolean
  /** What has ended it; null: nothing yet. */
  readonly over: SessionEnd | null
  /** It has said who it is. */
  readonly met: boolean
  /** An end while it is asked for its era can be told from others. */
  readonly probed: boolean
  readonly handshakeMs: number
}

/** Throws what the caller has to do something about: a sign-in that is wanted, `EndedAtProbe`. */
export function notOpened(given: NotOpened): Failure {
  const { name, thrown, answered, over, met, probed, handshakeMs } = given
  if (over?.kind === 'quarantined')
    return failure('server.quarantined', `The server ${name} ${over.what}.`)
  if (thrown instanceof TooManyOffers)
    return failure('server.quarantined', `The server ${name} ${thrown.message}.`)
  if (answered) throw thrown
  // Our own patience ended, or the library's, which closes the wire: that is no end of its own.
  if (!met && (thrown instanceof Late || isLate(thrown)))
    return failure(
      'server.handshake',
      `The server ${name} did not say within ${handshakeMs / 1000} s who it is.`,
      'Look at its log.',
    )
  if (over === null) throw thrown
  if (!met && probed) throw new EndedAtProbe(over.what)
  return failure('server.ended', `The server ${name} ${over.what}.`, 'Look at its log.')
}
