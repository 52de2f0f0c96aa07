// Finds rows of the journal, newest first by their number and never ranked, a bounded piece of work
// at a time. Reads only. The index says which rows can be meant; rows that it has not taken in yet,
// and what it cannot say, are looked at here.
import type { JournalRow } from '../../../contract/journal/journal.ts'
import { type Facts, factsOf, textOf } from '../../../contract/journal/journal-facts.ts'
import { matcher } from '../../../contract/journal/journal-match.ts'
import { isEveryRow, type JournalQuery } from '../../../contract/journal/journal-query.ts'
import type { ReadDb } from '../database.ts'
import { indexQuery } from './index-query.ts'
import type { JournalIndex } from './journal-index.ts'
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

/** Rows beyond the index that are looked at in one go. */
const UNINDEXED = 64
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
  const { positions } = index
  const select =
    'SELECT seq, body, hash, (SELECT p.hash FROM journal p WHERE p.seq = journal.seq - 1) AS prev FROM journal'
  const one = journal.prepare<[number], StoredRow>(`${select} WHERE seq = ?`)
  const downwards = journal.prepare<[number, number, number], StoredRow>(
    `${select} WHERE seq > ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
  )
  const upwards = journal.prepare<[number, number, number], StoredRow>(
    `${select} WHERE seq > ? AND seq < ? ORDER BY seq LIMIT ?`,
  )
  const last = journal.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM journal').pluck()
  const span = index.db.prepare<[number, number], { first: number | null; last: number | null }>(
    'SELECT min(first) AS first, max(last) AS last FROM hours WHERE hour BETWEEN ? AND ?',
  )
  const bodies = journal.prepare<[number], string>('SELECT body FROM journal WHERE seq = ?').pluck()
  const inTime = ` AND (${positions.isMarkSql('words.rowid')} OR (SELECT at FROM times WHERE times.place = words.rowid) BETWEEN ? AND ?)`
  // Numbers are bound as floating ones, and FTS5 takes no bounds but whole ones: without the casts
  // it would go through everything.
  const statement = (timed: boolean, order: 'DESC' | 'ASC') =>
    index.db
      .prepare<unknown[], number>(
        `SELECT rowid FROM words WHERE words MATCH ? AND rowid > CAST(? AS INTEGER) AND rowid < CAST(? AS INTEGER)${timed ? inTime : ''} ORDER BY rowid ${order}`,
      )
      .pluck()
  const statements = {
    down: [statement(false, 'DESC'), statement(true, 'DESC')],
    up: [statement(false, 'ASC'), statement(true, 'ASC')],
  } as const

  type Way = 'down' | 'up'
  /**
   * Rows that may be meant, in order. `from`: everything up to here was looked at. `rowCheck`: what is
   * to be looked at in them.
   */
  type Stretch = {
    readonly seqs: readonly number[]
    readonly from: number
    readonly rowCheck: RowCheck | null
  }

  /**
   * Goes through what may be meant between two numbers, neither included. `most`: seqs in one
   * stretch.
   */
  function* stretches(
    query: JournalQuery,
    way: Way,
    after: number,
    before: number,
    most: number,
  ): Generator<Stretch> {
    const indexed = index.indexed()
    const timed = query.since !== null || query.until !== null
    const times = [query.since ?? 0, (query.until ?? Number.MAX_SAFE_INTEGER) - 1]
    const hours = timed ? span.get(hourOf(times[0]), hourOf(times[1])) : undefined
    const low = Math.max(after, hours === undefined ? 0 : (hours.first ?? indexed + 1) - 1)
    const high = Math.min(
      before,
      indexed + 1,
      hours === undefined ? Number.MAX_SAFE_INTEGER : (hours.last ?? 0) + 1,
    )
    const unindexed = (): Generator<Stretch> =>
      outside(query, Math.max(after, indexed), before, way === 'down' ? -1 : 1)
    if (way === 'down') yield* unindexed()
    if (high > low + 1) {
      const { match, left } = indexQuery(query, index.known)
      const rowCheck = isEveryRow(left) ? null : rowCheckFor(left)
      const run = statements[way][timed ? 1 : 0]
      let seqs: number[] = []
      // Not the marks beside the bounds: every stretch goes on from there.
      for (const position of run.iterate(
        match,
        positions.ofRow(low + 1) - 1,
        positions.ofRow(high - 1) + 1,
        ...(timed ? times : []),
      )) {
        const seq = positions.rowAt(position)
        const marked = positions.isMark(position)
        if (!marked) seqs.push(seq)
        if (!marked && seqs.length < most) continue
        yield { seqs, from: marked && way === 'down' ? seq + 1 : seq, rowCheck }
        seqs = []
      }
      yield { seqs, from: way === 'down' ? low + 1 : high - 1, rowCheck }
    }
    if (way === 'up') yield* unindexed()
  }

  /** Rows that the index does not know yet. */
  function* outside(
    query: JournalQuery,
    after: number,
    before: number,
    step: 1 | -1,
  ): Generator<Stretch> {
    const end = Math.min(before, (last.get() ?? 0) + 1)
    const rowCheck = rowCheckFor(query)
    for (let at = step < 0 ? end : after; step < 0 ? at > after + 1 : at < end - 1;) {
      const count = step < 0 ? at - after - 1 : end - at - 1
      const seqs = Array.from(
        { length: Math.min(UNINDEXED, count) },
        (_, nth) => at + step * (nth + 1),
      )
      at = seqs.at(-1) ?? at
      yield { seqs, from: at, rowCheck }
    }
  }

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

  type RowCheck = { mayHold(body: string): boolean; holds(row: JournalRow): boolean }
  function rowCheckFor(query: JournalQuery): RowCheck {
    const matches = matcher(query)
    const { terms } = query
    return {
      mayHold: bodyMayHold(query),
      holds: ({ seq, at, entry }) =>
        matches({
          at,
          facts: terms.length === 0 ? {} : factsOf(at, entry, index.context(seq, entry)),
          text: textOf(entry),
        }),
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

const hourOf = (at: number | undefined): number => Math.floor((at ?? 0) / 3_600_000)

/**
 * Whether a row may hold the text that is asked for, by its JSON alone: most that do not are told
 * so at a fraction of what reading them costs. Only for plain text, which is in JSON as it is,
 * but for quotes and backslashes.
 */
function bodyMayHold({ pieces }: JournalQuery): (body: string) => boolean {
  const wanted = pieces.flatMap(({ text, not }) =>
    !not && /^[\x20-\x7e]+$/.test(text) ? [JSON.stringify(text).slice(1, -1)] : [],
  )
  return (body) => {
    if (wanted.length === 0) return true
    const small = body.toLowerCase()
    return wanted.every((text) => small.includes(text))
  }
}
