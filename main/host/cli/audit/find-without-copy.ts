// Searches the journal of a Gatehouse that is not running in its own database, which is only read.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppPaths } from '../../../config/paths.ts'
import type { WriteDb } from '../../../store/database.ts'
import type { JournalFinder } from '../../../store/journal/journal-finder.ts'
import type { JournalTable } from '../../../store/journal/journal-table.ts'
import { copyIndex, hasIndex, NO_INDEX } from './index-copy.ts'

/**
 * As `findOnDisk`, without a copy of the database. Null where it cannot be used as it is, and where an
 * earlier version left rows beside it.
 * @param nothing given where nothing was ever written
 */
export async function findWithoutCopy<T>(
  paths: AppPaths,
  read: (found: {
    readonly db: WriteDb
    readonly finder: JournalFinder
    readonly table: JournalTable
  }) => Promise<T>,
  nothing: T | null = null,
): Promise<T | null> {
  if (existsSync(paths.earlierRowsFile)) return null
  const { reading } = await import('../session/read-tables.ts')
  const folder = hasIndex(paths) ? await mkdtemp(join(tmpdir(), 'gatehouse-journal-')) : null
  try {
    const found = await reading(
      paths,
      async ({ db }) => {
        const { journalTable } = await import('../../../store/journal/journal-table.ts')
        const { journalFinder } = await import('../../../store/journal/journal-finder.ts')
        const index = folder === null ? NO_INDEX : await copyIndex(paths, folder)
        const finder = await journalFinder(db, index)
        try {
          return await read({ db, finder, table: journalTable(db) })
        } finally {
          finder.close()
        }
      },
      existsSync(paths.headFile) ? null : nothing,
    )
    return found === null ? null : found.value
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true })
  }
}
