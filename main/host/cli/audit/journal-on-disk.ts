// Reads the journal of a Gatehouse that is not running: its last rows, whether its chain holds, and
// what is searched for. What reads a database is loaded here and not before: beside a Gatehouse that
// runs nobody needs it.
import type { Failure } from '../../../../contract/failure.ts'
import { JournalFilter } from '../../../../contract/journal/journal.ts'
import type { JournalRow, Verification } from '../../../../contract/journal/journal.ts'
import type { Result } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { JournalFinder } from '../../../store/journal/journal-finder.ts'
import type { JournalTable } from '../../../store/journal/journal-table.ts'
import { readCopy } from './read-copy.ts'

export type Tail = { readonly rows: readonly JournalRow[]; readonly total: number }

/** Null while another process holds the lock: a copy taken now could be torn. */
export const verifyOnDisk = (paths: AppPaths): Promise<Result<Verification, Failure> | null> =>
  readCopy(paths, async (table) => {
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
  readCopy(paths, async (table) =>
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
  readCopy(paths, async (table, opened) => {
    if (table === null || opened === null) return read(null)
    const { journalFinder } = await import('../../../store/journal/journal-finder.ts')
    const finder = await journalFinder(opened.db, opened.indexFile)
    try {
      return await read({ finder, table })
    } finally {
      finder.close()
    }
  })
