// What an earlier process answered last and may not have carried through: looked at as far back as
// its orderly start, so that no number of calls in between hides one.
import { setImmediate } from 'node:timers/promises'
import type { JournalFilter, JournalRow } from '../../contract/journal/journal.ts'

const filter: JournalFilter = {
  kinds: ['started', 'stopped'],
  tool: null,
  effect: null,
  callId: null,
  runId: null,
  text: '',
}
const PAGE = 200
/** A clock may be set back a little between two rows. */
const MARGIN_MS = 60_000

/**
 * Epoch milliseconds from which on an answer may have been left in the middle: the start of the
 * last process that ended in order. One that was killed in its own start has left what was before
 * it as it was. 0: look at all.
 */
export async function unfinishedAnswersSince(
  page: (filter: JournalFilter, before: number | undefined, limit: number) => readonly JournalRow[],
): Promise<number> {
  let before: number | undefined
  let stopped = false
  for (;;) {
    const rows = page(filter, before, PAGE)
    for (const { entry, at } of rows) {
      if (entry.kind === 'stopped') stopped = true
      else if (stopped) return at - MARGIN_MS
    }
    before = rows.at(-1)?.seq
    if (before === undefined) return 0
    await setImmediate()
  }
}
