// The newest page of the journal as it was last read, so that Audit shows it at once when it is opened, and reads meanwhile
// what came since. Rows never change, so what is shown is true; and it is one page, not a copy.
import type { Bridge } from '../../../contract/ipc.ts'
import type { JournalRow } from '../../../contract/journal.ts'

/** Rows read at once. */
export const PAGE = 50

/** `newest`: the number of the last row there was. */
export type NewestRows = { readonly rows: readonly JournalRow[]; readonly newest: number }

/** `epoch`: what was read over another connection may be of another journal. */
export type NewestKept = {
  /** Null too where the journal, which is known to have got to `seq`, has nothing of it on its first page any more. */
  get(epoch: number, seq: number): NewestRows | null
  keep(epoch: number, rows: NewestRows): void
}

const all = new WeakMap<Line, NewestKept>()
type Line = Pick<Bridge, 'call'>

/** One for each line to Gatehouse. */
export function newestKept(bridge: Line): NewestKept {
  const known = all.get(bridge)
  if (known !== undefined) return known
  let held: { readonly epoch: number; readonly rows: NewestRows } | null = null
  const made: NewestKept = {
    get: (epoch, seq) => (held?.epoch === epoch && seq < held.rows.newest + PAGE ? held.rows : null),
    keep: (epoch, rows) => void (held = { epoch, rows }),
  }
  all.set(bridge, made)
  return made
}

/** Reads it before anybody asks. A failure is left to the screen, which reads it again. */
export async function readNewest(bridge: Line, epoch: number): Promise<void> {
  const found = await bridge.call('audit.search', { query: '', limit: PAGE })
  if (found.ok) newestKept(bridge).keep(epoch, { rows: found.value.rows, newest: found.value.newest })
}
