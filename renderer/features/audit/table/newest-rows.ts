// The newest page of the journal as it was last read, so that Audit shows it at once when it is
// opened, and reads meanwhile what came since. Rows never change, so what is shown is true; and it
// is one page, not a copy.
import type { JournalRow } from '../../../../contract/journal/journal.ts'
import { retainedForLines, type Line } from '../../../state/stored.ts'

/** Rows read at once. */
export const PAGE = 50

/** `newest`: the number of the last row there was. */
export type NewestRows = { readonly rows: readonly JournalRow[]; readonly newest: number }

/**
 * Holds until the journal, which is known to have got to `seq`, has nothing of it on its first page
 * any more.
 */
export const newestStored = retainedForLines<NewestRows, [seq: number]>(
  (rows, seq) => seq < rows.newest + PAGE,
)

/** Reads it before anybody asks. A failure is left to the screen, which reads it again. */
export async function readNewest(bridge: Line, epoch: number): Promise<void> {
  const found = await bridge.call('audit.search', { query: '', limit: PAGE })
  if (found.ok)
    newestStored(bridge).keep(epoch, { rows: found.value.rows, newest: found.value.newest })
}
