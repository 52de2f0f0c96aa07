// Calls whose decision is in the journal, and that were held by nobody yet when Gatehouse was killed: they are closed at the
// next start, so that every decision has its end.
import type { CallState } from '../../contract/call.ts'
import type { CallId } from '../../contract/ids.ts'
import type { JournalEntry } from '../../contract/journal.ts'
import type { Journal } from '../audit/journal.ts'
import { endUnbegun, outcomeEntry } from '../call/result.ts'
import type { RunNeeds } from '../call/run.ts'

const pageRows = 200

/** `held`: calls that wait for a person now. After the row of this start was written. */
export async function closeUnasked(
  page: Journal['page'],
  held: ReadonlySet<CallId>,
  record: RunNeeds['journal'],
  callChanged: (id: CallId, state: CallState) => void,
): Promise<void> {
  const begunOrEnded = new Set<CallId>(held)
  const decisions: (JournalEntry & { readonly kind: 'decision' })[] = []
  let starts = 0
  // Newest first, back to the start before this one: what is older was closed by it.
  for (let before: number | undefined; starts < 2;) {
    const rows = page({ kinds: [], tool: null, effect: null, callId: null, runId: null, text: '' }, before, pageRows)
    for (const { entry } of rows) {
      if (entry.kind === 'started' && ++starts >= 2) break
      if (entry.kind === 'decision') decisions.push(entry)
      else if ('callId' in entry && entry.callId !== null) begunOrEnded.add(entry.callId)
    }
    before = rows.at(-1)?.seq
    if (rows.length < pageRows) break
  }
  for (const { callId, tool, decision } of decisions) {
    // A denial by the policy is its own end.
    if (decision.effect === 'deny' || begunOrEnded.has(callId)) continue
    const result = endUnbegun(callId, decision)
    await record(outcomeEntry(tool, result, [], null))
    callChanged(callId, { kind: 'ended', result })
  }
}
