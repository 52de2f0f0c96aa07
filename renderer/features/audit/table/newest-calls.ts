// The calls behind the newest page, as they were last read: with its rows they are the first that Audit
// shows. Read again once they are shown, since a call may have been undone meanwhile.
import type { CallId } from '../../../../contract/ids.ts'
import type { CallSummary } from '../../../../contract/journal/call-summary.ts'
import { type Line, retainedForLines } from '../../../state/retained-reads.ts'
import { ALL_CALLS, newestStored, readNewest } from './newest-rows.ts'

/** null: nothing is known of it. */
export type KnownCalls = ReadonlyMap<CallId, CallSummary | null>

const stored = retainedForLines<KnownCalls>()

export const callsStored = (bridge: Line, epoch: number): KnownCalls =>
  stored(bridge).get(epoch) ?? new Map()

/** Keeps those of the newest page: the others are read again when they are looked at. */
export function keepCalls(bridge: Line, epoch: number, seq: number, known: KnownCalls): void {
  const rows = newestStored(bridge, ALL_CALLS)?.get(epoch, seq)?.rows ?? []
  const ofPage = new Set(rows.map(({ entry }) => ('callId' in entry ? entry.callId : null)))
  stored(bridge).keep(epoch, new Map([...known].filter(([id]) => ofPage.has(id))))
}

/** Reads the page and its calls before anybody asks. A failure is left to the screen. */
export async function readNewestCalls(bridge: Line, epoch: number): Promise<void> {
  const rows = await readNewest(bridge, epoch, ALL_CALLS)
  const ids = rows.flatMap(({ entry }) =>
    'callId' in entry && entry.callId !== null ? [entry.callId] : [],
  )
  const callIds = [...new Set(ids)]
  if (callIds.length === 0) return
  const found = await bridge.call('audit.calls', { callIds })
  if (found.ok)
    stored(bridge).keep(
      epoch,
      new Map(found.value.map((summary) => [summary.callId, summary] as const)),
    )
}
