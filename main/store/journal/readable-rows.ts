// The rows of a journal whose pages are damaged, as far as they can be read: a range that fails is
// looked at in halves, down to the single row. Reads only.
import type { ReadDb } from '../database.ts'
import type { RawRow } from './rows-after.ts'

const RANGE = 256

export type Readable = {
  readonly rows: Iterable<RawRow>
  readonly unread: () => readonly (readonly [from: number, to: number])[]
}

/**
 * Oldest first, numbers from `from` to `to`. `unread`, once all were taken: the ranges that hold
 * none that could be read.
 */
export function readableRows(db: ReadDb, from: number, to: number): Readable {
  const read = db.prepare<[number, number], RawRow>(
    'SELECT seq, body, hash FROM journal WHERE seq BETWEEN ? AND ? ORDER BY seq',
  )
  const unread: [number, number][] = []
  const miss = (first: number, last: number): void => {
    const before = unread.at(-1)
    if (before !== undefined && before[1] + 1 === first) before[1] = last
    else if (first <= last) unread.push([first, last])
  }
  function* within(first: number, last: number): Generator<RawRow, void, undefined> {
    let rows: readonly RawRow[]
    try {
      rows = read.all(first, last)
    } catch {
      if (first === last) return miss(first, last)
      const middle = Math.floor((first + last) / 2)
      yield* within(first, middle)
      yield* within(middle + 1, last)
      return
    }
    let next = first
    for (const row of rows) {
      if (row.seq > next) miss(next, row.seq - 1)
      next = row.seq + 1
      yield row
    }
    if (next <= last) miss(next, last)
  }
  function* all(): Generator<RawRow, void, undefined> {
    for (let at = from; at <= to; at += RANGE) yield* within(at, Math.min(at + RANGE - 1, to))
  }
  return { rows: all(), unread: () => unread }
}

/**
 * The greatest number that can be found; 0 for none. A damaged right edge of the tree hides it, so
 * it is also looked for by halves.
 */
export function lastReadable(db: ReadDb, hint: number): number {
  const has = db
    .prepare<[number, number], number>('SELECT seq FROM journal WHERE seq BETWEEN ? AND ? LIMIT 1')
    .pluck()
  try {
    return Math.max(
      db.prepare<[], number | null>('SELECT max(seq) FROM journal').pluck().get() ?? 0,
      0,
    )
  } catch {
    for (let at = hint; at > 0; at--) {
      try {
        if (has.get(at, at) !== undefined) return at
      } catch {
        // Not this one.
      }
    }
    return 0
  }
}
