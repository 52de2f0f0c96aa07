// What was let run shortly before this process began, out of the journal: so that a limit of calls
// a minute, or of a client, is not lifted by a restart.
import type { JournalFilter, JournalRow } from '../../contract/journal/journal.ts'
import { rateKey, type EarlierCall } from '../pipeline/rate.ts'

/** A client that was silent for this long starts with no calls counted anyway. */
const BACK_MS = 24 * 3_600_000
const PAGE = 500
const MOST_ROWS = 10_000

export type EarlierCallsDeps = {
  /** Newest first. */
  readonly page: (
    filter: JournalFilter,
    before: number | undefined,
    limit: number,
  ) => readonly JournalRow[]
  readonly now: () => number
}

export function readEarlierCalls({ page, now }: EarlierCallsDeps): readonly EarlierCall[] {
  const all = { tool: null, effect: null, callId: null, runId: null, text: '' }
  const ran = new Map<string, number>()
  const calls: EarlierCall[] = []
  const until = now()
  let before: number | undefined
  for (let read = 0; read < MOST_ROWS; read += PAGE) {
    const rows = page({ ...all, kinds: ['decision', 'running'] }, before, PAGE)
    for (const { at, entry } of rows) {
      if (until - at > BACK_MS) return calls
      if (entry.kind === 'running') ran.set(entry.callId, at)
      if (entry.kind !== 'decision') continue
      const ranAt = ran.get(entry.callId)
      // A held call has two decisions, or more: it was let run once.
      if (ranAt === undefined || !ran.delete(entry.callId)) continue
      calls.push({ key: rateKey(entry.principal), tool: entry.tool, agoMs: until - ranAt })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return calls
    before = last.seq
  }
  return calls
}
