// Pure. What a session that has read both private data and strangers' words may send.
import { namesFlow } from '../lease/external-lease.ts'
import { leaves } from '../own-question.ts'
import { ruling } from './case.ts'
import type { Case, Ruling } from './case.ts'
import { defaultOf } from './default-layer.ts'
import { coveringLease, leased } from './lease-layer.ts'
import { ruled } from './rule-layer.ts'

/**
 * Private data and untrusted text in one session: whatever goes out is asked, whatever lease or
 * rule would allow it.
 */
export function flowing(given: Case): Ruling | null {
  const { privateRead, untrustedRead } = given.request.taint
  if (privateRead.length === 0 || untrustedRead.length === 0 || !leaves(given.request)) return null
  const lease = given.request.manifest.external === undefined ? null : coveringLease(given)
  if (lease !== null && namesFlow(lease, given.request)) return null
  // What would be refused without it stays refused: to have read too much is no way to be asked.
  if (
    defaultOf(given).effect === 'deny' &&
    leased(given) === null &&
    ruled(given, 'allow') === null
  )
    return null
  return ruling(
    'confirm',
    'flow',
    'private-and-untrusted',
    'flow.both',
    'This session has read both private data and text that anyone may have written.',
  )
}
