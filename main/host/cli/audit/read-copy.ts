// Reads the journal of a Gatehouse that is not running, also where nothing can be written: from a
// copy in a private temporary folder, so that looking leaves no trace on what is looked at.
import { constants } from 'node:fs'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileReason } from '../../../../contract/file-reason.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { ReadDb } from '../../../store/database.ts'
import type { JournalTable } from '../../../store/journal/journal-table.ts'
import { storeFailure } from '../../../store/store-failure.ts'
import { lockOwner } from '../../lock.ts'
import { copyIfThere } from './copy-if-there.ts'
import { copyIndex } from './index-copy.ts'

type Copy = { readonly db: ReadDb; readonly indexFile: string }

/**
 * Null while another process holds the lock: a copy taken now could be torn. `read` gets null where
 * there is no database.
 */
export async function readCopy<T>(
  paths: AppPaths,
  read: (table: JournalTable | null, copy: Copy | null) => Promise<T>,
): Promise<Result<T, Failure> | null> {
  if ((await lockOwner(paths.lockFile)) !== null) return null
  if ((await stat(paths.databaseFile).catch(() => null)) === null) return ok(await read(null, null))
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-journal-'))
  try {
    const copy = join(folder, 'gatehouse.db')
    await copyFile(paths.databaseFile, copy, constants.COPYFILE_FICLONE)
    // Rows that a killed Gatehouse had written are still in the log beside the database, and those of
    // an earlier version in a file of their own.
    await copyIfThere(`${paths.databaseFile}-wal`, `${copy}-wal`)
    await copyIfThere(paths.earlierRowsFile, `${copy}-front`)
    const { openStore } = await import('../../../store/open.ts')
    const { journalTable } = await import('../../../store/journal/journal-table.ts')
    const { takeOverEarlierRows } = await import('../../../journal/earlier-rows.ts')
    const opened = await openStore(copy, { now: Date.now })
    // Nobody knows the copy.
    if (!opened.ok)
      return err({ ...opened.error, text: opened.error.text.replaceAll(copy, paths.databaseFile) })
    try {
      const table = journalTable(opened.value.db)
      takeOverEarlierRows(table, `${copy}-front`)
      return ok(
        await read(table, { db: opened.value.db, indexFile: await copyIndex(paths, folder) }),
      )
    } finally {
      opened.value.close()
    }
  } catch (cause) {
    const hint = 'Check who may read the data folder, and free some space in the temporary folder.'
    return err(
      storeFailure(cause) ??
        failure('audit.unreadable', `The journal cannot be read: ${fileReason(cause)}.`, hint),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
