// Reads tables in place, of a Gatehouse that is not running, with nothing written.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AppPaths } from '../../../config/paths.ts'
import type { AtRest } from '../../../secrets/at-rest.ts'
import type { WriteDb } from '../../../store/database.ts'

/** Null where the database or the key of its sealed texts cannot be used as they are. */
export async function reading<T>(
  { databaseFile, dataDir, headFile }: AppPaths,
  read: (on: { readonly db: WriteDb; readonly atRest: AtRest }) => T,
  nothing: T,
): Promise<{ readonly value: T } | null> {
  if (!existsSync(databaseFile)) return { value: nothing }
  const keyFile = join(dataDir, 'approvals.key')
  if (!existsSync(keyFile)) return null
  const { openTablesReader } = await import('../../../store/reader.ts')
  const { openAtRest } = await import('../../../secrets/at-rest.ts')
  const { readHead } = await import('../../../journal/chain-head.ts')
  const { tailFits } = await import('../../../store/journal/tail-fits.ts')
  const atRest = openAtRest(keyFile, true)
  if (!atRest.ok) return null
  // A file that is no database, or a damaged one: the whole says what is wrong, and what to do.
  const opened = await openTablesReader(databaseFile).catch(() => null)
  if (opened === null) return null
  try {
    const head = readHead(headFile)
    if (head.kind === 'unreadable') return null
    if (!tailFits(opened.db, head.kind === 'head' ? head.head : null)) return null
    return { value: read({ db: opened.db, atRest: atRest.value }) }
  } catch {
    return null
  } finally {
    opened.close()
  }
}
