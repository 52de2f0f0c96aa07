// Which rows of the journal a query can mean, a stretch at a time. The index says it; rows that it
// has not taken in yet are all looked at, and so is what it cannot say.
import type { JournalRow } from '../../../contract/journal/journal.ts'
import { factsOf, textOf } from '../../../contract/journal/journal-facts.ts'
import { matcher } from '../../../contract/journal/journal-match.ts'
import { isEveryRow, type JournalQuery } from '../../../contract/journal/journal-query.ts'
import type { ReadDb } from '../database.ts'
import { indexQuery } from './index-query.ts'
import type { JournalIndex } from './journal-index.ts'

/** Rows beyond the index that are looked at in one go. */
const UNINDEXED = 64

/** What is to be looked at in a row: first in its JSON, which most rows end at. */
type RowCheck = { mayHold(body: string): boolean; holds(row: JournalRow): boolean }

export type Way = 'down' | 'up'

/**
 * Rows that may be meant, in order. `from`: everything up to here was looked at. `rowCheck`: what is
 * to be looked at in them.
 */
type Stretch = {
  readonly seqs: readonly number[]
  readonly from: number
  readonly rowCheck: RowCheck | null
}

export function openStretches(journal: ReadDb, index: JournalIndex) {
  const { positions } = index
  const last = journal.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM journal').pluck()
  const span = index.db.prepare<[number, number], { first: number | null; last: number | null }>(
    'SELECT min(first) AS first, max(last) AS last FROM hours WHERE hour BETWEEN ? AND ?',
  )
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

  return stretches
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
