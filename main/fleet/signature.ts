// Whether a text was signed with the key of a machine.
import { createPublicKey, verify } from 'node:crypto'

/** DER of an Ed25519 public key, up to the key itself (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** @param publicKey 32 bytes. */
export function isSignature(text: string, signature: Buffer, publicKey: Buffer): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.concat([SPKI, publicKey]),
      format: 'der',
      type: 'spki',
    })
    return verify(null, Buffer.from(text), key, signature)
  } catch {
    // No key at all: nothing was signed with it.
    return false
  }
}
