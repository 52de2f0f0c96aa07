// The tables of a Gatehouse that is not running, through a handle that only reads. All that it needs
// is loaded as one file, for each file that is loaded separately costs a command a millisecond.
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
  if (await fits(db, headFile)) return { db, atRest: atRest.value, close }
  close()
  return null
}

/** Rows that a killed writer left beyond the head; a power cut leaves those of a second. */
const MOST_BEYOND = 2_000

async function fits(db: WriteDb, headFile: string): Promise<boolean> {
  try {
    const read = readHead(headFile)
    if (read.kind === 'unreadable') return false
    const head = read.kind === 'head' ? read.head : null
    if (!tailFits(db, head)) return false
    const last = lastRow(db)
    if (head === null || last === null || last.seq <= head.seq) return true
    // As a start looks at them: somebody else could have added rows while nobody looked.
    if (last.seq - head.seq > MOST_BEYOND) return false
    const { leads } = await import('../../../journal/chain-start.ts')
    const { rowsAfter } = await import('../../../store/journal/rows-after.ts')
    return leads(rowsAfter(db), head, last) === null
  } catch {
    return false
  }
}

const lastRow = (db: WriteDb): { readonly seq: number; readonly hash: string } | null =>
  db
    .prepare<[], { readonly seq: number; readonly hash: string }>(
      'SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1',
    )
    .get() ?? null
