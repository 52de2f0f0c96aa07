// What a machine signs with each batch: that its chain had this hash at this row, at this time.
// Anyone who changes the journal later, and be it with all rights on that machine, cannot make the
// statement unsaid once another machine keeps it.
import { createPublicKey, verify } from 'node:crypto'
import type { MachineName } from '../../contract/fleet/machine.ts'

export type HeadStatement = {
  readonly machine: MachineName
  readonly seq: number
  /** SHA-256 of the row, hexadecimal. */
  readonly hash: string
  /** Epoch milliseconds, by the machine's clock. */
  readonly at: number
}

export type SignedHead = HeadStatement & {
  /** Ed25519, 64 bytes. */
  readonly signature: Buffer
}

/** The text that is signed. A name of its own, so that no other statement can stand in for it. */
export const headText = ({ machine, seq, hash, at }: HeadStatement): string =>
  `gatehouse fleet head 1\n${machine}\n${seq}\n${hash}\n${at}\n`

/** DER of an Ed25519 public key, up to the key itself (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** @param publicKey 32 bytes. */
export const isSignedBy = (head: SignedHead, publicKey: Buffer): boolean =>
  isSigned(headText(head), head.signature, publicKey)

/** @param publicKey 32 bytes. */
export function isSigned(text: string, signature: Buffer, publicKey: Buffer): boolean {
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
