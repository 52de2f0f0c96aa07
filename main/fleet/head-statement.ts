// What a machine signs with each batch: that its chain had this hash at this row, at this time.
// Anyone who changes the journal later, and be it with all rights on that machine, cannot make the
// statement unsaid once another machine keeps it.
import type { MachineName } from '../../contract/fleet/machine.ts'
import { isSignature } from './signature.ts'

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

/** The text that is signed. A name of its own, so that no other statement can take its place. */
export const headText = ({ machine, seq, hash, at }: HeadStatement): string =>
  `gatehouse fleet head 1\n${machine}\n${seq}\n${hash}\n${at}\n`

/** @param publicKey 32 bytes. */
export const isSignedBy = (head: SignedHead, publicKey: Buffer): boolean =>
  isSignature(headText(head), head.signature, publicKey)
