// The newest page of the journal as it was last read, of its rows and of its calls, so that Audit shows
// it at once when it is opened, and reads meanwhile what came since. Rows never change, so what is
// shown is true; and it is a page of each, not a copy.
import type { JournalRow } from '../../../../contract/journal/journal.ts'
import { retainedForLines, type Line, type Retained } from '../../../state/retained-reads.ts'
import { callsQuery } from './calls-query.ts'

/** Rows read at once. */
export const PAGE = 50
/** What Audit asks first. */
export const ALL_CALLS = callsQuery('')

export type NewestRows = {
  /** What was asked. */
  readonly query: string
  readonly rows: readonly JournalRow[]
  /** The number of the last row there was, whether it is one of them or not. */
  readonly newest: number
  /** Where to read on; null: these are all. */
  readonly next: number | null
}

/** `dense`: a row's number is its position, since none between them is left out. */
export const byPosition = (
  rows: readonly JournalRow[],
  dense: boolean,
): Map<number, JournalRow | null> =>
  new Map(rows.map((row, position) => [dense ? row.seq : position, row]))

/** What a list of that page says of itself before it is read again. */
export const stateOf = ({ rows, newest, next }: NewestRows, dense: boolean) => ({
  count: dense ? newest : rows.length,
  exact: dense || next === null,
  // An answer is bounded in time: a page without rows that has a `next` says nothing yet.
  read: dense || next === null || rows.length > 0,
})

/**
 * Holds until the journal, which is known to have got to `seq`, has nothing of it on its first page
 * any more.
 */
const retained = () =>
  retainedForLines<NewestRows, [seq: number]>((rows, seq) => seq < rows.newest + PAGE)
const newestRows = retained()
const newestCalls = retained()

/** Null for a question: its answer is read when it is asked. */
export const newestStored = (bridge: Line, query: string): Retained<NewestRows, [number]> | null =>
  query === '' ? newestRows(bridge) : query === ALL_CALLS ? newestCalls(bridge) : null

/** Reads it before anybody asks. A failure is left to the screen, which reads it again. */
export async function readNewest(
  bridge: Line,
  epoch: number,
  query: string,
): Promise<readonly JournalRow[]> {
  const found = await bridge.call('audit.search', { query, limit: PAGE })
  if (!found.ok) return []
  newestStored(bridge, query)?.keep(epoch, { query, ...found.value })
  return found.value.rows
}
