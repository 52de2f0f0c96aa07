// The key of this machine, as the fleet uses it: the one that signs receipts.
import type { Failure } from '../../contract/failure.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { FleetSigner } from '../fleet/forward-journal.ts'
import type { SigningKeys } from '../secrets/signing-key.ts'

/** Of an Ed25519 key in DER, the last bytes are the key itself (RFC 8410). */
const KEY_BYTES = 32

export function fleetSigner(keys: Pick<SigningKeys, 'signer'>): Result<FleetSigner, Failure> {
  const signer = keys.signer()
  if (!signer.ok) return signer
  const { key, sign } = signer.value
  return ok({
    publicKey: Buffer.from(key, 'base64').subarray(-KEY_BYTES),
    sign: (text) => Buffer.from(sign(text), 'base64'),
  })
}
