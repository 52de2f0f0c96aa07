// Decisions that let a call run or held it, and whose call has no end because Gatehouse was killed:
// each gets one at the next start. Between the decision and its end lie many writes into the
// journal and into the store, and a kill can fall between any two; what the other steps of a start
// could not close, because its rows do not say enough, is closed here.
import { setImmediate } from 'node:timers/promises'
import { denies } from '../../contract/approval/approval.ts'
import type { CallState } from '../../contract/call/call.ts'
import type { CallId } from '../../contract/ids.ts'
import { everyRow, type JournalEntry } from '../../contract/journal/journal.ts'
import type { Journal } from '../journal/journal.ts'
import type { WriteEntry } from '../pipeline/pipeline-deps.ts'
import { outcomeEntry } from '../pipeline/record.ts'
import { endUnapprovedYet, endUnbegun } from '../pipeline/refusals.ts'

const pageRows = 200

type Decision = JournalEntry & { readonly kind: 'decision' }

/**
 * The last step of a recovery: what began or was answered has its end already. After the row of
 * this start was written.
 * @param held calls that wait for a person now
 */
export async function closeDecisions(
  page: Journal['page'],
  held: ReadonlySet<CallId>,
  record: WriteEntry,
  callChanged: (id: CallId, state: CallState) => void,
): Promise<void> {
  const { decisions, ended, approved } = await sinceLastRecovery(page)
  for (const { callId, tool, decision } of decisions) {
    // A denial by the policy is its own end.
    if (decision.effect === 'deny' || ended.has(callId) || held.has(callId)) continue
    const allowed = decision.effect === 'allow' || approved.has(callId)
    const result = allowed ? endUnbegun(callId, decision) : endUnapprovedYet(callId, decision)
    // Two decisions about one call, because its arguments were edited, have one end.
    ended.add(callId)
    await record(outcomeEntry(tool, result), 'owed')
    callChanged(callId, { kind: 'ended', result })
  }
}

/**
 * Newest first, back to the start of the last process that took calls or ended in order: it had
 * closed what is older before that. One that was killed in its own start may have closed nothing.
 */
async function sinceLastRecovery(page: Journal['page']) {
  const ended = new Set<CallId>()
  const approved = new Set<CallId>()
  const decisions: Decision[] = []
  let own = true
  let recovered = false
  for (let before: number | undefined; ;) {
    const rows = page(everyRow, before, pageRows)
    for (const { entry } of rows) {
      if (entry.kind === 'started' && !own && recovered) return { decisions, ended, approved }
      if (entry.kind === 'started') own = false
      if (entry.kind === 'decision' || entry.kind === 'refused' || entry.kind === 'stopped')
        recovered = true
      if (entry.kind === 'decision') decisions.push(entry)
      if (entry.kind === 'outcome' || entry.kind === 'running') ended.add(entry.callId)
      if (entry.kind === 'answered' && !denies(entry.answer)) approved.add(entry.callId)
      if (entry.kind === 'answered' && denies(entry.answer) && entry.route !== 'replaced')
        ended.add(entry.callId)
    }
    before = rows.at(-1)?.seq
    if (before === undefined) return { decisions, ended, approved }
    await setImmediate()
  }
}
