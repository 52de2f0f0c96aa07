// Finds rows of the journal, newest first by their number and never ranked, a bounded piece of work
// at a time. Reads only. Which rows can be meant is said by journal-stretches.ts.
import type { JournalRow } from '../../../contract/journal/journal.ts'
import { type Facts, factsOf, textOf } from '../../../contract/journal/journal-facts.ts'
import { matcher } from '../../../contract/journal/journal-match.ts'
import { isEveryRow, type JournalQuery } from '../../../contract/journal/journal-query.ts'
import type { ReadDb } from '../database.ts'
import type { JournalIndex } from './journal-index.ts'
import { openStretches, type Way } from './journal-stretches.ts'
import { readBody } from './read-entry.ts'

/** `next`: where to go on, as `before` (or `after`, upwards); null when all was looked at. */
export type Found = { readonly rows: readonly JournalRow[]; readonly next: number | null }
/** `marks`: numbers of every so many-th row found, counted from `from`. */
export type Counted = {
  readonly n: number
  readonly marks: readonly number[]
  readonly next: number | null
}

export type Bounds = { readonly before?: number | undefined; readonly after?: number | undefined }

/** Numbers that are counted in one go. */
const COUNTED = 4_096

type StoredRow = {
  readonly seq: number
  readonly body: string
  readonly hash: string
  readonly prev: string | null
}

export type JournalSearch = ReturnType<typeof journalSearch>

export function journalSearch(journal: ReadDb, index: JournalIndex) {
  const stretches = openStretches(journal, index)
  const select =
    'SELECT seq, body, hash, (SELECT p.hash FROM journal p WHERE p.seq = journal.seq - 1) AS prev FROM journal'
  const one = journal.prepare<[number], StoredRow>(`${select} WHERE seq = ?`)
  const downwards = journal.prepare<[number, number, number], StoredRow>(
    `${select} WHERE seq > ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
  )
  const upwards = journal.prepare<[number, number, number], StoredRow>(
    `${select} WHERE seq > ? AND seq < ? ORDER BY seq LIMIT ?`,
  )
  const bodies = journal.prepare<[number], string>('SELECT body FROM journal WHERE seq = ?').pluck()
  /**
   * What was found, in order; `row` where it had to be read for that. `from` as above, and so far
   * as the time went.
   */
  type Hits = {
    readonly hits: readonly { readonly seq: number; readonly row: JournalRow | null }[]
    readonly from: number
  }

  function* hits(
    query: JournalQuery,
    way: Way,
    { before, after }: Bounds,
    most: number,
    ends: number,
  ): Generator<Hits> {
    for (const { seqs, from, rowCheck } of stretches(
      query,
      way,
      after ?? 0,
      before ?? Number.MAX_SAFE_INTEGER,
      most,
    )) {
      if (rowCheck === null) {
        yield { hits: seqs.map((seq) => ({ seq, row: null })), from }
        continue
      }
      const found: { seq: number; row: JournalRow }[] = []
      for (const seq of seqs) {
        const [row] = rowCheck.mayHold(bodies.get(seq) ?? '') ? rowOf(one.get(seq)) : []
        if (row !== undefined && rowCheck.holds(row)) found.push({ seq, row })
        if (performance.now() <= ends) continue
        yield { hits: found, from: seq }
        return
      }
      yield { hits: found, from }
    }
  }

  const rowOf = (stored: StoredRow | undefined): JournalRow[] => {
    const read = stored === undefined ? null : readBody(stored.body)
    return stored === undefined || read === null
      ? []
      : [{ seq: stored.seq, ...read, prev: stored.prev ?? '', hash: stored.hash }]
  }

  function find(
    query: JournalQuery,
    way: Way,
    { before, after }: Bounds,
    limit: number,
    budgetMs: number,
  ): Found {
    const [low, high] = [after ?? 0, before ?? Number.MAX_SAFE_INTEGER]
    if (isEveryRow(query)) {
      const stored = (way === 'down' ? downwards : upwards).all(low, high, limit)
      return {
        rows: stored.flatMap(rowOf),
        next: stored.length < limit ? null : (stored.at(-1)?.seq ?? null),
      }
    }
    const ends = performance.now() + budgetMs
    const rows: JournalRow[] = []
    for (const { hits: found, from } of hits(query, way, { before, after }, limit, ends)) {
      for (const { seq, row } of found) {
        rows.push(...(row === null ? rowOf(one.get(seq)) : [row]))
        if (rows.length === limit) return { rows, next: seq }
      }
      if (performance.now() > ends) return { rows, next: from }
    }
    return { rows, next: null }
  }

  return {
    /**
     * Newest first, between `after` and `before`. Ends when the page is full or the time is up,
     * whichever comes first.
     */
    page: (query: JournalQuery, bounds: Bounds, limit: number, budgetMs: number): Found =>
      find(query, 'down', bounds, limit, budgetMs),
    /** Oldest first. */
    readForward: (query: JournalQuery, bounds: Bounds, limit: number, budgetMs: number): Found =>
      find(query, 'up', bounds, limit, budgetMs),
    /**
     * How many, newest first, until the time is up. `from`: how many were counted before; it says
     * which rows are marked.
     */
    count: (
      query: JournalQuery,
      bounds: Bounds,
      every: number,
      from: number,
      budgetMs: number,
    ): Counted => {
      const ends = performance.now() + budgetMs
      const marks: number[] = []
      let n = 0
      for (const { hits: found, from: next } of hits(query, 'down', bounds, COUNTED, ends)) {
        for (const { seq } of found) {
          if ((from + n) % every === 0) marks.push(seq)
          n += 1
        }
        if (performance.now() > ends) return { n, marks, next }
      }
      return { n, marks, next: null }
    },
    /** Whether one row is among those asked for. */
    fits: (query: JournalQuery, { seq, at, entry }: JournalRow): boolean =>
      matcher(query)({
        at,
        facts: factsOf(at, entry, index.context(seq, entry)),
        text: textOf(entry),
      }),
    /** With what it takes over from its call. */
    facts: ({ seq, at, entry }: JournalRow): Facts => factsOf(at, entry, index.context(seq, entry)),
    /** Known values of a key that begin with this or hold it, most frequent first. */
    values: (key: string, typed: string, limit: number): { value: string; n: number }[] =>
      index.db
        .prepare<[string, string, string, number], { value: string; n: number }>(
          `SELECT value, n FROM seen WHERE key = ? AND instr(lower(value), lower(?)) > 0 ORDER BY instr(lower(value), lower(?)) > 1, n DESC LIMIT ?`,
        )
        .all(key, typed, typed, limit),
  }
}
