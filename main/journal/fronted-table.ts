// The rows of the database with the newest ones before it: those are durable in a file of their own
// (front-file.ts) and go into the database a little later, many at once. To anyone who reads the
// chain it is one table. Never acknowledges a row that is not durable, and never lets go of one
// that the database does not have for good.
//
// docs/decisions/0028-rows-before-the-database.md has why, and what a kill or a power cut leaves at
// any moment.
import { failure, type Failure } from '../../contract/failure.ts'
import type { RawRow } from './chain.ts'
import {
  follows,
  FRONT_PAYS,
  openFrontFile,
  readFrontFile,
  setFrontAside,
  type FrontFile,
} from './front-file.ts'
import type { ReadRows } from './verify.ts'

/**
 * busy: nothing was written, try again. taken: a row with that number is there already. failed:
 * cannot be written now.
 */
export type AppendOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/**
 * durable: on the disk when it returns. soon: a power cut may undo it until the next durable one.
 */
export type Hold = 'durable' | 'soon'

/** What is asked of the database. */
export type RowsTable = {
  /** All rows or none. */
  append(rows: readonly RawRow[], hold: Hold): AppendOutcome
  last(): RawRow | null
  readonly after: ReadRows
  rows(): number
  /**
   * Another number whenever somebody else, by another handle, has changed the database; NaN when
   * that cannot be seen.
   */
  version(): number
}

export type FrontedTable = {
  /** All rows or none, durable on `done`. */
  append(rows: readonly RawRow[]): AppendOutcome
  last(): RawRow | null
  readonly after: ReadRows
  rows(): number
  /**
   * Gives the database what it does not have yet. What it cannot take now goes on waiting, durable
   * as it is.
   */
  drain(): void
  /**
   * Why the database cannot take the rows that wait for it; null while it can. No more are taken
   * until it does.
   */
  fault(): Failure | null
  /** Drains, and lets go of the file. Nothing is appended after it. */
  close(): void
}

/**
 * More rows than of some calls share one commit anyway, and the file would only be one more thing
 * to write.
 */
const FEW = 16
/** Once so many wait, the database gets some of them, though others come. */
const MANY = 192
/** So many at once: about 1.5 ms of work. */
const PIECE = 64
/** So long after the last row nobody is at work, and the database may have them. */
const QUIET_MS = 60
/**
 * Each try may stop the program for as long as the database waits for a lock, so there is much more
 * between two.
 */
const AGAIN_MS = 500

const done: AppendOutcome = { kind: 'done' }

/**
 * Reads, and writes nothing before the first append. Throws when the rows or the file cannot be
 * read.
 */
export function frontedTable(table: RowsTable, file: string): FrontedTable {
  const found = readFrontFile(file)
  const left = whatIsLeft(table, found)
  /** Durable in the file, and not yet in the database. */
  let waiting = left.rows
  let unfit = left.unfit
  /** The file holds rows, of this process or of an earlier one. */
  let held = found.length > 0
  /**
   * Number of the last row; null until this process has written one into the database itself, and
   * when that is in doubt.
   */
  let end: number | null = null
  let front: FrontFile | null = null
  let trusted = FRONT_PAYS
  let version = 0
  let stuck: { readonly outcome: AppendOutcome; readonly at: number } | null = null
  let grewAt = 0
  let timer: NodeJS.Timeout | null = null

  /** Hands the oldest waiting rows to the database. */
  function give(most: number): AppendOutcome {
    if (waiting.length === 0) return done
    const rows = waiting.slice(0, most)
    const last = rows.length === waiting.length
    let outcome = table.append(rows, last ? 'durable' : 'soon')
    if (outcome.kind === 'done') {
      waiting = waiting.slice(rows.length)
      if (last) forget()
    } else if (outcome.kind === 'taken') outcome = dropKnown() ? done : strangers
    stuck = outcome.kind === 'done' ? null : { outcome, at: performance.now() }
    return outcome
  }

  /** The database has all of them for good. */
  function forget(): void {
    if (!held || unfit) return
    try {
      front ??= openFrontFile(file)
      front.clear()
      held = false
    } catch {
      trusted = false
    }
  }

  /**
   * Another process has found the same rows in the file and given them to the database. False when
   * other rows stand there.
   */
  function dropKnown(): boolean {
    try {
      const there = table.after((waiting[0]?.seq ?? 1) - 1, waiting.length)
      const known = there.findLastIndex(({ hash }, at) => hash === waiting[at]?.hash) + 1
      waiting = waiting.slice(known)
      return known > 0
    } catch {
      // Unreadable now: they go on waiting, and are tried again.
      return false
    }
  }

  function giveAll(): AppendOutcome {
    let outcome = done
    while (waiting.length > 0 && outcome.kind === 'done') outcome = give(waiting.length)
    return outcome
  }

  /**
   * Into the database at once: the first rows of a process, and all for which the file is no place.
   */
  function straight(rows: readonly RawRow[]): AppendOutcome {
    end = null
    // Mostly all fits into one commit; what stands in the way is found out one after the other.
    let outcome: AppendOutcome =
      waiting.length === 0 ? done : table.append([...waiting, ...rows], 'durable')
    if (waiting.length === 0 || outcome.kind !== 'done') {
      outcome = giveAll()
      if (outcome.kind === 'done') outcome = table.append(rows, 'durable')
      if (outcome.kind !== 'done') return outcome
    }
    waiting = []
    forget()
    stuck = null
    version = table.version()
    end = rows.at(-1)?.seq ?? null
    return done
  }

  /** False: there is no room in the file. Throws what the file system throws. */
  function write(rows: readonly RawRow[]): boolean {
    // Rows that do not follow from the database's are not ours to use, nor to write over.
    if (unfit) setFrontAside(file)
    unfit = false
    const to = (front ??= openFrontFile(file))
    const put = (): boolean => {
      held = true
      return to.append(rows)
    }
    return put() || (giveAll().kind === 'done' && put())
  }

  function append(rows: readonly RawRow[]): AppendOutcome {
    if (!trusted || end === null || rows[0]?.seq !== end + 1 || rows.length > FEW)
      return straight(rows)
    if (waiting.length === 0 && table.version() !== version) return straight(rows)
    if (stuck?.outcome.kind === 'failed' && giveAll().kind !== 'done') return stuck.outcome
    try {
      if (!write(rows)) return straight(rows)
    } catch {
      // What a failed flush left on the disk nobody can say: the file is not trusted again, and the
      // database is asked.
      trusted = false
      return straight(rows)
    }
    waiting = [...waiting, ...rows]
    end += rows.length
    grewAt = performance.now()
    timer ??= setTimeout(follow, QUIET_MS).unref()
    if (waiting.length >= MANY && stuck === null) setImmediate(give, PIECE)
    return done
  }

  function follow(): void {
    timer = null
    const quiet = performance.now() - grewAt >= QUIET_MS
    if (quiet) give(PIECE)
    if (waiting.length > 0)
      timer = setTimeout(follow, stuck === null ? (quiet ? 1 : QUIET_MS) : AGAIN_MS).unref()
  }

  return {
    append,
    last: () => waiting.at(-1) ?? table.last(),
    rows: () => table.rows() + waiting.length,
    after(seq, limit) {
      const stored = table.after(seq, limit)
      if (stored.length === limit || waiting.length === 0) return stored
      const from = stored.at(-1)?.seq ?? seq
      return [...stored, ...waiting.filter((row) => row.seq > from).slice(0, limit - stored.length)]
    },
    drain() {
      if (stuck === null || performance.now() - stuck.at > AGAIN_MS) giveAll()
    },
    fault: () => (stuck?.outcome.kind === 'failed' ? stuck.outcome.failure : null),
    close() {
      if (timer !== null) clearTimeout(timer)
      giveAll()
      front?.close()
    },
  }
}

/**
 * Rows of an earlier process that the database does not have. Unfit: they do not follow from those
 * that it has.
 */
function whatIsLeft(
  table: RowsTable,
  found: readonly RawRow[],
): { readonly rows: readonly RawRow[]; readonly unfit: boolean } {
  const last = table.last() ?? { seq: 0, hash: '' }
  const rows = found.filter(({ seq }) => seq > last.seq)
  const unfit = rows[0] !== undefined && !follows(last, rows[0])
  return { rows: unfit ? [] : rows, unfit }
}

const strangers: AppendOutcome = {
  kind: 'failed',
  failure: failure(
    'journal.unwritable',
    'The journal cannot be written: somebody else has put rows where ours belong.',
    'Run "gatehouse audit verify", and see that nothing else writes into the data folder. Then start Gatehouse again.',
  ),
}
