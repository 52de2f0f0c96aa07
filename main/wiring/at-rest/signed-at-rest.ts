// What is signed about the journal of a Gatehouse that does not run. Nothing is kept of a receipt. The
// key is made by the whole, where there is none yet.
import { join } from 'node:path'
import type { AppPaths } from '../../config/paths.ts'
import { findOpening } from '../../journal/chain-start.ts'
import { readHead } from '../../journal/chain-head.ts'
import type { ReceiptDeps } from '../../journal/receipts/receipt.ts'
import { openSigningKeys } from '../../secrets/signing-key.ts'
import type { JournalFinder } from '../../store/journal/journal-finder.ts'
import type { JournalTable } from '../../store/journal/journal-table.ts'
import { credentialsAtRest } from './credentials-at-rest.ts'

/**
 * Null where rows and head do not fit, or the key is not there, cannot be read, or lies in the store that
 * is closed here: a whole says why, or makes the key.
 */
export async function signedAtRest(
  { finder, table }: { readonly finder: JournalFinder; readonly table: JournalTable },
  { home, dataDir, headFile }: AppPaths,
  version: string,
): Promise<ReceiptDeps | null> {
  const { tip, finding } = findOpening(table.after, table.last(), readHead(headFile))
  if (finding !== null) return null
  const file = join(dataDir, 'signing-key.json')
  const store = (await credentialsAtRest(home)).signingKey
  const signer = openSigningKeys({ file, store, now: Date.now }).signer()
  if (!signer.ok) return null
  const { readForward } = finder
  return { readForward, signer: signer.value, head: tip, version, now: Date.now() }
}
