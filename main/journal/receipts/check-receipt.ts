// Whether a receipt, proof or export is still what was signed, whose key that was, and whether the journal
// of this home still says the same.
import type { ReceiptCheck } from '../../../contract/journal/receipt.ts'
import { verify } from './load-verifier.ts'

/** A file as text, and whose key it has to be; empty: nobody said. */
export type ReceiptToCheck = { readonly text: string; readonly key: string }

/**
 * @param own fingerprints of the keys of this home, of now and before.
 * @param compare asked of what was signed here. Null: the journal cannot be read for it.
 */
export async function checkReceipt(
  { text, key: named }: ReceiptToCheck,
  own: readonly string[],
  compare: (text: string) => Promise<ReceiptCheck['journal']>,
): Promise<ReceiptCheck> {
  const signedBy = verify(text).fingerprint ?? ''
  const ownKey = own.includes(signedBy)
  // A key of this home needs no naming.
  const verdict = verify(text, named === '' && ownKey ? signedBy : named)
  const journal = ownKey && verdict.kind === 'valid' ? await compare(text) : null
  const { kind, text: said, fingerprint } = verdict
  return { kind, text: said, fingerprint, ownKey, journal }
}
