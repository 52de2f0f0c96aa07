// Whether a capsule is as it was signed, and its receipts with it.
import { createPublicKey, hash, verify } from 'node:crypto'
import type { Capsule } from '../../../contract/agent/capsule.ts'
import { canonicalJson } from '../../../contract/json.ts'

export const fingerprintOf = (key: string): string =>
  hash('sha256', Buffer.from(key, 'base64'), 'hex')

/**
 * Why it is not to be believed; null: it is as the holder of its key signed it.
 * @param named the key that it has to be, or its fingerprint; left out: any
 * @param file what it was read from, where that was a file: the signature is over all of it,
 * also names that reading leaves out (`__proto__`)
 */
export function capsuleFault(
  capsule: Capsule,
  named?: string,
  file: object = capsule,
): string | null {
  const { signature } = capsule
  const body = Object.entries(file).filter(([name]) => name !== 'signature')
  if (!fits(Object.fromEntries(body), signature, capsule.key))
    return 'its signature does not fit: something in it, its key or the signature was changed'
  const print = fingerprintOf(capsule.key)
  if (named !== undefined && named.toLowerCase() !== print && named !== capsule.key)
    return `another key signed it: ${print}`
  const other = Object.entries(capsule.pictures ?? {}).find(
    ([sha256, data]) => hash('sha256', Buffer.from(data, 'base64')) !== sha256,
  )
  if (other !== undefined) return `a picture in it is not the one of the hash ${other[0]}`
  const strange = capsule.receipts.find((receipt, at) => {
    const { signature: signed, ...rest } = receipt
    return receipt.id !== capsule.runs[at]?.id || !fits(rest, signed, receipt.key)
  })
  if (strange !== undefined) return `the receipt of ${strange.id} in it does not fit`
  if (capsule.receipts.length !== capsule.runs.length) return 'it has not one receipt for each run'
  return capsule.runs[0]?.id === capsule.run ? null : 'it holds another run than it names'
}

function fits(body: object, signature: string, key: string): boolean {
  try {
    const spki = Buffer.from(key, 'base64')
    const signer = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    const bytes = Buffer.from(canonicalJson(body))
    return (
      signer.asymmetricKeyType === 'ed25519' &&
      verify(null, bytes, signer, Buffer.from(signature, 'base64'))
    )
  } catch {
    return false
  }
}
