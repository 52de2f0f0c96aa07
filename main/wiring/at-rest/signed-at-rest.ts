// What is signed about the journal of a Gatehouse that does not run. Nothing is kept of a receipt. The
// key is made by the whole, where there is none yet.
import { join } from 'node:path'
import type { Failure } from '../../../contract/failure.ts'
import { ok, type Result } from '../../../contract/result.ts'
import type { AppPaths } from '../../config/paths.ts'
import { findOpening } from '../../journal/chain-start.ts'
import { readHead } from '../../journal/chain-head.ts'
import type { ReceiptDeps } from '../../journal/receipts/receipt.ts'
import { keyLocked } from '../../secrets/signing-key-failures.ts'
import { fingerprintsOf, openSigningKeys } from '../../secrets/signing-key.ts'
import type { JournalFinder } from '../../store/journal/journal-finder.ts'
import type { JournalTable } from '../../store/journal/journal-table.ts'
import { credentialsAtRest } from './credentials-at-rest.ts'

/**
 * Null where rows and head do not fit, or the key is not there or cannot be read: a whole says why, or makes
 * the key. That the store is locked, where it lies, is no more than a whole could say: nothing opens it here.
 */
export async function signedAtRest(
  { finder, table }: { readonly finder: JournalFinder; readonly table: JournalTable },
  { home, dataDir, headFile }: AppPaths,
  version: string,
): Promise<Result<ReceiptDeps, Failure> | null> {
  const { tip, finding } = findOpening(table.after, table.last(), readHead(headFile))
  if (finding !== null) return null
  const signer = (await keysAtRest({ home, dataDir })).signer()
  if (!signer.ok) return isLocked(signer.error) ? signer : null
  const { readForward } = finder
  return ok({ readForward, signer: signer.value, head: tip, version, now: Date.now() })
}

export const isLocked = ({ code }: Failure): boolean => code === keyLocked.code

/** Of the keys of this home; none where they cannot be read, as a whole that finds them so has none. */
export async function ownKeysAtRest(paths: AppPaths): Promise<readonly string[]> {
  const key = (await keysAtRest(paths)).current()
  return key.ok ? fingerprintsOf(key.value) : []
}

async function keysAtRest({ home, dataDir }: Pick<AppPaths, 'home' | 'dataDir'>) {
  const store = (await credentialsAtRest(home)).signingKey
  return openSigningKeys({ file: join(dataDir, 'signing-key.json'), store, now: Date.now })
}
