// The tables of a Gatehouse that is not running, through a handle that only reads. All that such a look
// needs is loaded as one, for each file that is loaded by itself costs a command a millisecond.
import { join } from 'node:path'
import type { AppPaths } from '../../../config/paths.ts'
import { readHead } from '../../../journal/chain-head.ts'
import { openAtRest } from '../../../secrets/at-rest.ts'
import type { AtRest } from '../../../secrets/at-rest.ts'
import type { WriteDb } from '../../../store/database.ts'
import { tailFits } from '../../../store/journal/tail-fits.ts'
import { openTablesReader } from '../../../store/reader.ts'

export type OnDisk = { readonly db: WriteDb; readonly atRest: AtRest }

/** Null where the database or the key of its sealed texts cannot be used as they are. */
export async function openOnDisk({
  databaseFile,
  dataDir,
  headFile,
}: AppPaths): Promise<(OnDisk & { close(): void }) | null> {
  const atRest = openAtRest(join(dataDir, 'approvals.key'), true)
  if (!atRest.ok) return null
  // A file that is no database, or a damaged one: the whole says what is wrong, and what to do.
  const opened = await openTablesReader(databaseFile).catch(() => null)
  if (opened === null) return null
  const { db, close } = opened
  if (fits(db, headFile)) return { db, atRest: atRest.value, close }
  close()
  return null
}

function fits(db: WriteDb, headFile: string): boolean {
  try {
    const head = readHead(headFile)
    return head.kind !== 'unreadable' && tailFits(db, head.kind === 'head' ? head.head : null)
  } catch {
    return false
  }
}
