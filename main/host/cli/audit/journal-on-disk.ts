// Reads the journal of a Gatehouse that is not running, also where nothing can be written: from a
// copy in a private temporary folder, so that looking leaves no trace on what is looked at. What reads
// a database is loaded here and not before: beside a Gatehouse that runs nobody needs it.
import { constants, existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileReason } from '../../../../contract/file-reason.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { JournalFilter } from '../../../../contract/journal/journal.ts'
import type { JournalRow, Verification } from '../../../../contract/journal/journal.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { ReadDb, WriteDb } from '../../../store/database.ts'
import type { JournalFinder } from '../../../store/journal/journal-finder.ts'
import type { JournalTable } from '../../../store/journal/journal-table.ts'
import { storeFailure } from '../../../store/store-failure.ts'
import { lockOwner } from '../../lock.ts'

export type Tail = { readonly rows: readonly JournalRow[]; readonly total: number }

/** Null while another process holds the lock: a copy taken now could be torn. */
export const verifyOnDisk = (paths: AppPaths): Promise<Result<Verification, Failure> | null> =>
  readOnDisk(paths, async (table) => {
    // No database is no rows; whether there should be some, the head knows.
    const [read, lastSeq] = table === null ? [() => [], 0] : [table.after, table.last()?.seq ?? 0]
    const { readHead } = await import('../../../journal/chain-head.ts')
    const { verifyChain } = await import('../../../journal/verify.ts')
    const head = readHead(paths.headFile)
    // Neither rows nor head: a journal that has not begun.
    if (lastSeq === 0 && head.kind === 'missing')
      return { kind: 'intact', rows: 0, headSeq: 0, headHash: '', durationMs: 0 }
    return verifyChain({ read, lastSeq, head })
  })

/** The last `count` rows, newest first. Null as above. */
export const tailOnDisk = (paths: AppPaths, count: number): Promise<Result<Tail, Failure> | null> =>
  readOnDisk(paths, async (table) =>
    table === null
      ? { rows: [], total: 0 }
      : { rows: table.page(JournalFilter.parse({}), undefined, count), total: table.rows() },
  )

/** What finds rows, over a copy as well; null where there is no database. Null as above. */
export const findOnDisk = <T>(
  paths: AppPaths,
  read: (
    found: { readonly finder: JournalFinder; readonly table: JournalTable } | null,
  ) => T | Promise<T>,
): Promise<Result<T, Failure> | null> =>
  readOnDisk(paths, async (table, opened) => {
    if (table === null || opened === null) return read(null)
    const { journalFinder } = await import('../../../store/journal/journal-finder.ts')
    const finder = await journalFinder(opened.db, opened.indexFile)
    try {
      return await read({ finder, table })
    } finally {
      finder.close()
    }
  })

/**
 * As `findOnDisk`, without a copy of the database. Null where it cannot be used as it is, and where an
 * earlier version left rows beside it.
 * @param nothing given where nothing was ever written
 */
export async function findInPlace<T>(
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

/** One that nothing is in: searching looks at the rows themselves. */
const NO_INDEX = ':memory:'
const indexOf = ({ dataDir }: AppPaths): string => join(dataDir, 'journal-index.db')
const hasIndex = (paths: AppPaths): boolean => existsSync(indexOf(paths))

type Copy = { readonly db: ReadDb; readonly indexFile: string }

/** `read` gets null where there is no database. */
async function readOnDisk<T>(
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
    await copyFile(`${paths.databaseFile}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE).catch(
      ignoreMissing,
    )
    await copyFile(paths.earlierRowsFile, `${copy}-front`, constants.COPYFILE_FICLONE).catch(
      ignoreMissing,
    )
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

async function copyIndex(paths: AppPaths, folder: string): Promise<string> {
  if (!hasIndex(paths)) return NO_INDEX
  const copy = join(folder, 'journal-index.db')
  for (const end of ['', '-wal']) {
    await copyFile(`${indexOf(paths)}${end}`, copy + end, constants.COPYFILE_FICLONE).catch(
      ignoreMissing,
    )
  }
  return copy
}

function ignoreMissing(cause: unknown): void {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return
  throw cause
}
