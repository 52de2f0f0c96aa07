// The append-only, hash-chained journal. Joins what holds its parts: row-writer.ts adds,
// head-sync.ts keeps the head file in step, verify.ts checks. Never changes a row, never invents
// one, and never acknowledges a row that is not durable.
//
// Callers that are in flight together share one write: an append waits for a turn of the event loop
// that brings no other, but milliseconds at most, then all that have gathered are one transaction,
// durable when it returns. After that the head file gets the last number and hash. What that means
// for a kill at any moment:
//   before the commit   no row, no acknowledgement, head as it was
//   after the commit    rows beyond the head that follow from it: accepted, because the head says that it was left open
//   after the head      all in step
// A head beyond the rows is never left behind by a kill: rows were cut off. See chain-start.ts for
// what happens then, and docs/decisions/0002-journal.md for what this can and cannot show.
import { z } from 'zod'
import { failure, type Failure } from '../../contract/failure.ts'
import type { CallId } from '../../contract/ids.ts'
import type {
  JournalEntry,
  JournalFilter,
  JournalRow,
  Verification,
} from '../../contract/journal/journal.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { RawRow } from './chain.ts'
import { readHead, type HeadReading } from './chain-head.ts'
import { takeOverEarlierRows } from './earlier-rows.ts'
import { findOpening } from './chain-start.ts'
import type { RowsTable } from './rows-table.ts'
import { openRowWriter, type RowWriter, type When } from './row-writer.ts'
import { openHeadSync, type HeadSync } from './head-sync.ts'
import { verifyChain, type Break, type Tip, type VerifyOptions } from './verify.ts'

/** What the journal needs of the database. */
export type JournalStorage = RowsTable & {
  page(filter: JournalFilter, before: number | undefined, limit: number): JournalRow[]
  count(filter: JournalFilter, most: number): number
  unfinishedCalls(): CallId[]
  ofCall(callId: CallId): JournalRow[]
}

export type JournalOptions = {
  readonly table: JournalStorage
  /** Outside the database. Made when the first row is written. */
  readonly headFile: string
  /** Where an earlier version may have left rows that the database does not have. */
  readonly earlierRowsFile?: string
  /** Whether the database was removed, or another put in its place, since it was opened. */
  readonly removed?: () => boolean
  /** Epoch milliseconds, for the `at` of a row. */
  readonly now: () => number
}

export type Journal = {
  /**
   * Resolves when the row is durable. Failure `journal.unwritable`: there is no row, so what it was
   * to record must not happen. The next append tries again, so it recovers by itself.
   * `soon`: for what has happened and nobody waits for. It shares the commit of the next row, or
   * has its own within milliseconds; after a failure it is tried again before the next row.
   * Whatever reads the journal sees it.
   */
  readonly append: (entry: JournalEntry, when?: When) => Promise<Result<JournalRow, Failure>>
  /** Newest first, numbers below `before`. Throws when the database is damaged. */
  readonly page: (filter: JournalFilter, before: number | undefined, limit: number) => JournalRow[]
  /** How many rows fit, counted no further than `most`. */
  readonly count: (filter: JournalFilter, most: number) => number
  /**
   * Calls that were let run before this process and whose end was never written. Asked once, at the
   * start: after a clean end there are none, and no row is looked at.
   */
  readonly unfinishedCalls: () => CallId[]
  /**
   * How many calls were let run, by this process or one before, and have no end in the journal yet.
   */
  readonly open: () => number
  /** Writes what waits for the next row, for anyone who reads the table by other ways. */
  readonly catchUp: () => void
  /** Everything about one call, oldest first. */
  readonly ofCall: (callId: CallId) => JournalRow[]
  readonly rows: () => number
  /** Number and hash that the next row follows. */
  readonly head: () => Tip
  /** Why nothing can be recorded, and so nothing runs; null while all is well. */
  readonly fault: () => string | null
  /**
   * The files were removed under us: what is written goes nowhere, so what runs has no record
   * either.
   */
  readonly gone: () => boolean
  /**
   * What did not fit between rows and head when the journal was opened; null if all did. Rows can
   * be written nevertheless.
   */
  readonly finding: () => Break | null
  /** Walks the whole chain. Rows written meanwhile are not waited for. */
  readonly verify: (
    onProgress?: (rows: number) => void,
    rest?: () => Promise<void>,
  ) => Promise<Verification>
  /** Called after every commit with the last number and the count of rows. Must not throw. */
  readonly onGrow: (
    listener: (grown: { readonly seq: number; readonly rows: number }) => void,
  ) => () => void
  /** Writes what is waiting, seals the head and lets go of the file. Safe to call twice. */
  readonly close: () => Promise<void>
}

/**
 * Reads, and writes nothing before the first append but rows that an earlier version left. Failure
 * `journal.unreadable` when rows or head file cannot be read.
 */
export function openJournal({
  table,
  headFile,
  earlierRowsFile,
  removed,
  now,
}: JournalOptions): Result<Journal, Failure> {
  const listeners = new Set<(grown: { seq: number; rows: number }) => void>()
  const headSync = openHeadSync(headFile, removed)
  let finding: Break | null
  let writer: RowWriter
  let cleanEnd: boolean
  const open = new Set<CallId>()
  try {
    if (earlierRowsFile !== undefined) takeOverEarlierRows(table, earlierRowsFile)
    const [last, head] = readBoth(table, headFile)
    const opening = findOpening(table.after, last, head)
    cleanEnd = last === null || (opening.finding === null && endsClean(last))
    finding = opening.finding
    writer = openRowWriter({
      table,
      headSync,
      start: opening.tip,
      now,
      grown: ({ seq }, count) => {
        for (const listener of listeners) listener({ seq, rows: count })
      },
    })
  } catch (error) {
    const hint = 'Check the rights of the data folder, or restore it from a backup.'
    return err(failure('journal.unreadable', `The journal cannot be read: ${reason(error)}.`, hint))
  }
  let closing: Promise<void> | null = null
  const caughtUp = (): JournalStorage => {
    writer.catchUp()
    return table
  }

  async function close(): Promise<void> {
    await writer.end()
    await headSync.close()
  }

  async function append(entry: JournalEntry, when?: When): Promise<Result<JournalRow, Failure>> {
    if (entry.kind === 'running') open.add(entry.callId)
    const written = await writer.append(entry, when)
    // A call whose first row could not be written does not run; one whose last could not stays
    // open.
    if ('callId' in entry && entry.kind === (written.ok ? 'outcome' : 'running'))
      open.delete(entry.callId)
    return written
  }

  return ok({
    append,
    page: (filter, before, limit) => caughtUp().page(filter, before, limit),
    count: (filter, most) => caughtUp().count(filter, most),
    unfinishedCalls() {
      const found = cleanEnd ? [] : caughtUp().unfinishedCalls()
      for (const id of found) open.add(id)
      return found
    },
    open: () => open.size,
    ofCall: (callId) => caughtUp().ofCall(callId),
    catchUp: writer.catchUp,
    rows: writer.rows,
    head: writer.tip,
    fault: () => (headSync.gone() ?? writer.fault())?.text ?? null,
    gone: () => headSync.gone() !== null,
    finding: () => finding,
    verify: (onProgress, rest) => {
      writer.catchUp()
      return check(table, headFile, headSync, { onProgress, rest })
    },
    onGrow: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => (closing ??= close()),
  })
}

/**
 * While this process writes, the head file must say exactly what it wrote last, and the rows are
 * held against that; else they are held against what the file says.
 */
async function check(
  table: RowsTable,
  headFile: string,
  headSync: HeadSync,
  how: Pick<VerifyOptions, 'onProgress' | 'rest'>,
): Promise<Verification> {
  let last: RawRow | null
  let head: HeadReading
  try {
    ;[last, head] = readBoth(table, headFile)
  } catch (error) {
    return {
      kind: 'broken',
      rows: 0,
      seq: 0,
      fault: 'unreadable',
      text: `The journal cannot be read: ${reason(error)}.`,
      durationMs: 0,
    }
  }
  const known = headSync.current()
  const forged = head.kind === 'head' ? headSync.differs(head.head) : null
  const trusted: HeadReading =
    known !== null && head.kind === 'head' ? { kind: 'head', head: known } : head
  const found = await verifyChain({
    read: table.after,
    lastSeq: last?.seq ?? null,
    head: trusted,
    ...how,
  })
  if (found.kind === 'broken' || forged === null) return found
  return { kind: 'broken', rows: found.rows, ...forged, durationMs: found.durationMs }
}

/** The last thing a program did was to end, with nothing left open. */
function endsClean({ body }: RawRow): boolean {
  const row: unknown = JSON.parse(body)
  const stopped = z.object({ entry: z.object({ kind: z.literal('stopped'), open: z.literal(0) }) })
  return stopped.safeParse(row).success
}

/**
 * Last row and head as of one moment: another process may be writing, so the head is read on both
 * sides of the row.
 */
function readBoth(
  table: Pick<RowsTable, 'last'>,
  headFile: string,
): [last: RawRow | null, head: HeadReading] {
  let head = readHead(headFile)
  for (let attempt = 1; ; attempt++) {
    const last = table.last()
    const again = readHead(headFile)
    if (attempt === 20 || JSON.stringify(again) === JSON.stringify(head)) return [last, again]
    head = again
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
