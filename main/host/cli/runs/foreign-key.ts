// Whether a capsule was signed by this home: by its key of now, or one of before.
import type { Capsule } from '../../../../contract/agent/capsule.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { fingerprintOf } from '../../../journal/receipts/capsule-signature.ts'
import type { Session } from '../session/session.ts'

/** Null: it was. A key that cannot be read now is no reason to believe another one. */
export async function foreignKey(
  session: Pick<Session, 'call'>,
  { run, key }: Capsule,
): Promise<Failure | null> {
  const print = fingerprintOf(key)
  const own = await session.call('audit.key', { rotate: false })
  if (!own.ok) return own.error
  if ([own.value, ...own.value.earlier].some(({ fingerprint }) => fingerprint === print))
    return null
  return failure(
    'capsule.foreign',
    `The capsule of ${run} was signed by a key that is none of this home: ${print}.`,
    `If you know whose it is: --key ${print}`,
  )
}
