// At start: what an earlier process left behind is closed before anyone can ask for more. Nothing is run again.
import type { Approval } from '../../contract/approval.ts'
import type { CallState } from '../../contract/call.ts'
import type { CallId } from '../../contract/ids.ts'
import type { Journal } from '../audit/journal.ts'
import { endUnbegun, endUnknown, outcomeEntry } from '../call/result.ts'
import type { RunNeeds } from '../call/run.ts'

export async function closeUnfinished(
  journal: Journal,
  record: RunNeeds['journal'],
  callChanged: (id: CallId, state: CallState) => void,
): Promise<void> {
  for (const callId of journal.unfinishedCalls()) {
    const entries = journal.ofCall(callId).map(({ entry }) => entry)
    const started = entries.find((entry) => entry.kind === 'running')
    const decided = entries.find((entry) => entry.kind === 'decision')
    if (started === undefined) continue
    const result = endUnknown(callId, started.tool, started.route, decided?.decision ?? null)
    await record(outcomeEntry(started.tool, result, decided?.decision.touches ?? [], null))
    callChanged(callId, { kind: 'ended', result })
  }
}

/** Approvals that were used up by a call of which the journal knows neither beginning nor end: killed in between. */
export async function closeUnbegun(
  consumed: readonly Approval[],
  journal: Journal,
  record: RunNeeds['journal'],
  callChanged: (id: CallId, state: CallState) => void,
): Promise<void> {
  for (const { callId, tool, decision } of consumed) {
    if (journal.ofCall(callId).some(({ entry }) => entry.kind === 'running' || entry.kind === 'outcome')) continue
    const result = endUnbegun(callId, decision)
    await record(outcomeEntry(tool, result, [], null))
    callChanged(callId, { kind: 'ended', result })
  }
}
