// A word that means a credential to this process, in one session, for a while. The word tells nothing of the value, and is worth nothing
// anywhere else. In memory only: a restart ends them all.
import { randomBytes } from 'node:crypto'
import { failure, type Failure } from '../../contract/failure.ts'
import { credentialNamed, isReference } from '../../contract/call/credential-reference.ts'
import type { SessionId } from '../../contract/ids.ts'
import { err, ok, type Result } from '../../contract/result.ts'

export const REFERENCE_MINUTES = 15
/** Of all sessions; the oldest go first. */
const MOST = 1_000

export type References = {
  /** A new reference to this credential for this session. */
  make(name: string, session: SessionId): string
  /**
   * The name of the credential: of a reference that this session was given and that still holds, or
   * the name itself. `secrets.reference` for every other reference.
   */
  nameOf(credential: string, session: SessionId): Result<string, Failure>
}

/** @param monotonic milliseconds that never jump. */
export function openReferences(monotonic: () => number): References {
  const given = new Map<string, { readonly session: SessionId; readonly until: number }>()
  return {
    make(name, session) {
      const now = monotonic()
      for (const [reference, { until }] of given)
        if (until <= now || given.size >= MOST) given.delete(reference)
      const reference = `use:${name}:${randomBytes(12).toString('hex')}`
      given.set(reference, { session, until: now + REFERENCE_MINUTES * 60_000 })
      return reference
    },
    nameOf(credential, session) {
      if (!isReference(credential)) return ok(credential)
      const known = given.get(credential)
      return known === undefined || known.session !== session || known.until <= monotonic()
        ? err(unknown)
        : ok(credentialNamed(credential))
    },
  }
}

const unknown = failure(
  'secrets.reference',
  `This reference to a credential does not hold here: it belongs to another session, or is older than ${REFERENCE_MINUTES} minutes.`,
  'Call secrets_get for a new one, or give the name of the credential.',
)
