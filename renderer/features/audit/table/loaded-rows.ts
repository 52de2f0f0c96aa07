// The rows of a journal list that are in memory, by key. Without a query a key is a row's number; with
// one it is a place below the newest row that the list began with, and what came since is on top of it.
import type { JournalRow } from '../../../../contract/journal/journal.ts'
import { MOST_RETAINED } from './journal-pager-limits.ts'

export type LoadedRows = {
  /** The newest row that the list begins below or with. */
  base(): number
  /** The newest row that is listed. */
  newest(): number
  /** With a query: how many rows came after `base`. */
  fresh(): number
  keyAt(index: number): number
  rowAt(index: number): JournalRow | null | undefined
  indexOf(seq: number): number | null
  has(key: number): boolean
  set(key: number, row: JournalRow | null): void
  /** With a query: how many rows there are below `base`, once their end was read. */
  ends(): number
  endAt(key: number): void
  /** With a query: where a page begins, once counting has come so far. */
  mark(page: number): number | undefined
  addMarks(marks: readonly number[]): void
  /** Nothing but these. */
  replace(base: number, rows: Map<number, JournalRow | null>): void
  /** Without a query: the list begins with this row from now on. */
  rise(base: number): void
  /** With a query: rows on top, newest first. */
  addFresh(rows: readonly JournalRow[]): void
  /** Keeps what is around the rows in sight. */
  forget(sight: { readonly first: number; readonly end: number }): void
}

/** `dense`: without a query. */
export function openLoadedRows(dense: boolean): LoadedRows {
  let base = 0
  let rows = new Map<number, JournalRow | null>()
  let marks: number[] = []
  let ends = Infinity
  let fresh: readonly JournalRow[] = []
  const keyAt = (index: number): number => (dense ? base - index : index - fresh.length)

  return {
    base: () => base,
    newest: () => fresh[0]?.seq ?? base,
    fresh: () => fresh.length,
    keyAt,
    rowAt: (index) => (!dense && index < fresh.length ? fresh[index] : rows.get(keyAt(index))),
    indexOf: (seq) => {
      if (dense) return seq <= base ? base - seq : null
      const index = fresh.findIndex((row) => row.seq === seq)
      if (index >= 0) return index
      for (const [key, row] of rows) if (row?.seq === seq) return key + fresh.length
      return null
    },
    has: (key) => rows.has(key),
    set: (key, row) => void rows.set(key, row),
    ends: () => ends,
    endAt: (key) => {
      ends = key
    },
    mark: (page) => marks[page],
    addMarks: (more) => void marks.push(...more),
    replace: (newest, found) => {
      base = newest
      rows = found
      marks = []
      ends = Infinity
      fresh = []
    },
    rise: (newest) => {
      base = newest
    },
    addFresh: (added) => {
      fresh = [...added, ...fresh]
    },
    forget: (sight) => {
      if (rows.size <= MOST_RETAINED) return
      const [from, to] = [keyAt(sight.first), keyAt(sight.end)].toSorted((a, b) => a - b)
      const [low, high] = [(from ?? 0) - MOST_RETAINED / 3, (to ?? 0) + MOST_RETAINED / 3]
      for (const key of rows.keys()) if (key < low || key > high) rows.delete(key)
    },
  }
}
