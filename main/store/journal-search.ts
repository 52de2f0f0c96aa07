// Finds rows of the journal, newest first by their number and never ranked, a bounded piece of work at a time. Reads only.
// The index says which rows can be meant; rows that it has not taken in yet, and what it cannot say, are looked at here.
import type { JournalRow } from '../../contract/journal.ts'
import { type FactKey, type Facts, factsOf, textOf } from '../../contract/journal-facts.ts'
import { matcher } from '../../contract/journal-match.ts'
import { isEveryRow, type JournalQuery } from '../../contract/journal-query.ts'
import type { ReadDb } from './database.ts'
import { indexQuery } from './index-query.ts'
import { type JournalIndex, readBody } from './journal-index.ts'

/** `next`: where to go on, as `before` (or `after`, upwards); null when all was looked at. */
export type Found = { readonly rows: readonly JournalRow[]; readonly next: number | null }
/** `marks`: numbers of every so many-th row found, counted from `from`. */
export type Counted = { readonly n: number; readonly marks: readonly number[]; readonly next: number | null }

export type Bounds = { readonly before?: number | undefined; readonly after?: number | undefined }

/** Rows that are looked at in one go; the first such stretch is short, for most searches end in it. */
const STRETCH = 16_384
const SHORTEST_STRETCH = 2_048
const GROWTH = 4
/** What one stretch may take. */
const SLOW_MS = 2
const UNINDEXED = 64
const MOST_VALUES = 5_000

type StoredRow = { readonly seq: number; readonly body: string; readonly hash: string; readonly prev: string | null }

export type JournalSearch = ReturnType<typeof journalSearch>

export function journalSearch(journal: ReadDb, index: JournalIndex) {
  const select = 'SELECT seq, body, hash, (SELECT p.hash FROM journal p WHERE p.seq = journal.seq - 1) AS prev FROM journal'
  const one = journal.prepare<[number], StoredRow>(`${select} WHERE seq = ?`)
  const downwards = journal.prepare<[number, number, number], StoredRow>(`${select} WHERE seq > ? AND seq < ? ORDER BY seq DESC LIMIT ?`)
  const upwards = journal.prepare<[number, number, number], StoredRow>(`${select} WHERE seq > ? AND seq < ? ORDER BY seq LIMIT ?`)
  const last = journal.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM journal').pluck()
  const seen = index.db.prepare<[string, number], string>('SELECT value FROM seen WHERE key = ? LIMIT ?').pluck()
  const span = index.db.prepare<[number, number], { first: number | null; last: number | null }>(
    'SELECT min(first) AS first, max(last) AS last FROM hours WHERE hour BETWEEN ? AND ?',
  )
  const inTime = ' AND (SELECT at FROM times WHERE times.seq = words.rowid) BETWEEN ? AND ?'
  const statement = (timed: boolean, order: 'DESC' | 'ASC') =>
    index.db
      .prepare<unknown[], number>(
        `SELECT rowid FROM words WHERE words MATCH ? AND rowid > ? AND rowid < ?${timed ? inTime : ''} ORDER BY rowid ${order} LIMIT ?`,
      )
      .pluck()
  const statements = {
    down: [statement(false, 'DESC'), statement(true, 'DESC')],
    up: [statement(false, 'ASC'), statement(true, 'ASC')],
  } as const

  const valuesOf = (key: FactKey): readonly string[] | null => {
    const values = seen.all(key, MOST_VALUES + 1)
    return values.length > MOST_VALUES ? null : values
  }

  type Way = 'down' | 'up'
  /** A stretch that was looked at, in order. `from`: everything up to here was. `exact`: no need to look at the rows. */
  type Stretch = { readonly seqs: readonly number[]; readonly from: number; readonly exact: boolean }

  /** Goes through what may be meant between two numbers, neither included. `most`: seqs in one stretch. */
  function* stretches(query: JournalQuery, way: Way, after: number, before: number, most: number, ends: number): Generator<Stretch> {
    const plan = indexQuery(query, valuesOf)
    const indexed = index.indexed()
    const timed = query.since !== null || query.until !== null
    const times = [query.since ?? 0, (query.until ?? Number.MAX_SAFE_INTEGER) - 1]
    const hours = timed ? span.get(hourOf(times[0]), hourOf(times[1])) : undefined
    const low = Math.max(after, hours === undefined ? 0 : (hours.first ?? indexed + 1) - 1)
    const high = Math.min(before, indexed + 1, hours === undefined ? Number.MAX_SAFE_INTEGER : (hours.last ?? 0) + 1)
    const unindexed = (): Generator<Stretch> =>
      way === 'down' ? outside(Math.max(after, indexed), before, -1) : outside(Math.max(after, indexed), before, 1)
    if (way === 'down') yield* unindexed()
    const run = statements[way][timed ? 1 : 0]
    for (let at = way === 'down' ? high : low, size = STRETCH; way === 'down' ? at > low + 1 : at < high - 1;) {
      const [from, to] = way === 'down' ? [Math.max(low, at - size), at] : [at, Math.min(high, at + size)]
      const began = performance.now()
      const { seqs, cut } = taken(run.iterate(plan.match, from, to, ...(timed ? times : []), most), most, ends)
      at = cut ?? (way === 'down' ? from + 1 : to - 1)
      const took = performance.now() - began
      yield { seqs, from: at, exact: plan.exact }
      // A stretch cannot be broken off while it finds nothing, so it is as long as it may take. One that was full need not grow.
      if (took > SLOW_MS) size = Math.max(SHORTEST_STRETCH, size / GROWTH)
      else if (cut === undefined && took < SLOW_MS / GROWTH) size *= GROWTH
    }
    if (way === 'up') yield* unindexed()
  }

  /** Rows that the index does not know yet. */
  function* outside(after: number, before: number, step: 1 | -1): Generator<Stretch> {
    const end = Math.min(before, (last.get() ?? 0) + 1)
    for (let at = step < 0 ? end : after; step < 0 ? at > after + 1 : at < end - 1;) {
      const room = step < 0 ? at - after - 1 : end - at - 1
      const seqs = Array.from({ length: Math.min(UNINDEXED, room) }, (_, index) => at + step * (index + 1))
      at = seqs.at(-1) ?? at
      yield { seqs, from: at, exact: false }
    }
  }

  const rowOf = (stored: StoredRow | undefined): JournalRow[] => {
    const read = stored === undefined ? null : readBody(stored.body)
    return stored === undefined || read === null ? [] : [{ seq: stored.seq, ...read, prev: stored.prev ?? '', hash: stored.hash }]
  }

  function find(query: JournalQuery, way: Way, { before, after }: Bounds, limit: number, budgetMs: number): Found {
    const [low, high] = [after ?? 0, before ?? Number.MAX_SAFE_INTEGER]
    if (isEveryRow(query)) {
      const stored = (way === 'down' ? downwards : upwards).all(low, high, limit)
      return { rows: stored.flatMap(rowOf), next: stored.length < limit ? null : (stored.at(-1)?.seq ?? null) }
    }
    const matches = matcher(query)
    const ends = performance.now() + budgetMs
    const rows: JournalRow[] = []
    for (const { seqs, from, exact } of stretches(query, way, low, high, limit, ends)) {
      for (const seq of seqs) {
        const [row] = rowOf(one.get(seq))
        if (row !== undefined && (exact || fits(row))) rows.push(row)
        if (rows.length === limit) return { rows, next: seq }
        if (!exact && performance.now() > ends) return { rows, next: seq }
      }
      if (performance.now() > ends) return { rows, next: from }
    }
    return { rows, next: null }

    function fits({ seq, at, entry }: JournalRow): boolean {
      return matches({ at, facts: factsOf(at, entry, index.context(seq, entry)), text: textOf(entry) })
    }
  }

  return {
    /** Newest first, between `after` and `before`. Ends when the page is full or the time is up, whichever comes first. */
    page: (query: JournalQuery, bounds: Bounds, limit: number, budgetMs: number): Found => find(query, 'down', bounds, limit, budgetMs),
    /** Oldest first. */
    walk: (query: JournalQuery, bounds: Bounds, limit: number, budgetMs: number): Found => find(query, 'up', bounds, limit, budgetMs),
    /** How many, newest first, until the time is up. `from`: how many were counted before; it says which rows are marked. */
    count: (query: JournalQuery, bounds: Bounds, every: number, from: number, budgetMs: number): Counted => {
      const matches = matcher(query)
      const ends = performance.now() + budgetMs
      const marks: number[] = []
      let n = 0
      const take = (seq: number): void => {
        if ((from + n) % every === 0) marks.push(seq)
        n += 1
      }
      for (const stretch of stretches(query, 'down', bounds.after ?? 0, bounds.before ?? Number.MAX_SAFE_INTEGER, 4_096, ends)) {
        for (const seq of stretch.seqs) {
          if (stretch.exact) {
            take(seq)
            continue
          }
          const [row] = rowOf(one.get(seq))
          if (row !== undefined) {
            const { at, entry } = row
            if (matches({ at, facts: factsOf(at, entry, index.context(seq, entry)), text: textOf(entry) })) take(seq)
          }
          if (performance.now() > ends) return { n, marks, next: seq }
        }
        if (performance.now() > ends) return { n, marks, next: stretch.from }
      }
      return { n, marks, next: null }
    },
    /** Whether one row is among those asked for. */
    fits: (query: JournalQuery, { seq, at, entry }: JournalRow): boolean =>
      matcher(query)({ at, facts: factsOf(at, entry, index.context(seq, entry)), text: textOf(entry) }),
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

const hourOf = (at: number | undefined): number => Math.floor((at ?? 0) / 3_600_000)

/** What a statement gives until the time is up. `cut`: the last of it where there may be more. */
function taken(
  found: Iterable<number>,
  most: number,
  ends: number,
): { readonly seqs: readonly number[]; readonly cut: number | undefined } {
  const seqs: number[] = []
  for (const seq of found) {
    seqs.push(seq)
    if (seqs.length === most || (seqs.length % 64 === 0 && performance.now() > ends)) return { seqs, cut: seq }
  }
  return { seqs, cut: undefined }
}
