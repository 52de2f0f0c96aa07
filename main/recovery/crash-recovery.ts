// At start: what an earlier process left behind is closed before anyone can ask for more. Nothing
// is run again.
import type { Approval } from '../../contract/approval/approval.ts'
import type { CallResult, CallState } from '../../contract/call/call.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { CallId } from '../../contract/ids.ts'
import type { Journal } from '../journal/journal.ts'
import type { CommitEnd } from '../undo/staged/commit-end.ts'
import { endOfCommit } from './end-of-commit.ts'
import type { WriteEntry } from '../pipeline/pipeline-deps.ts'
import { answeredReview } from '../pipeline/review.ts'
import { answeredEntry, outcomeEntry } from '../pipeline/record.ts'
import { endUnapproved, endUnbegun, endUnknown } from '../pipeline/refusals.ts'

export async function closeUnfinished(
  journal: Journal,
  record: WriteEntry,
  callChanged: (id: CallId, state: CallState) => void,
  commits: ReadonlyMap<CallId, CommitEnd>,
): Promise<void> {
  for (const callId of journal.unfinishedCalls()) {
    const entries = journal.ofCall(callId).map(({ entry }) => entry)
    const started = entries.find((entry) => entry.kind === 'running')
    // The last: a staged call was decided twice.
    const decided = entries.findLast((entry) => entry.kind === 'decision')
    if (started === undefined) continue
    const staged = entries.some((entry) => entry.kind === 'staged' && entry.change === 'ended')
    // What was let run after it had been staged wrote its changes, and whether it did is known.
    const { result, undo } = staged
      ? endOfCommit(callId, started.route, decided?.decision ?? null, commits.get(callId))
      : {
          result: endUnknown(callId, started.tool, started.route, decided?.decision ?? null),
          undo: null,
        }
    const touched = decided?.decision.touches ?? []
    await record(outcomeEntry(started.tool, result, { touched, undo }), 'owed')
    callChanged(callId, { kind: 'ended', result })
  }
}

export type AnsweredDeps = {
  readonly journal: Journal
  readonly record: WriteEntry
  /** A person stopped everything since this moment; null: nobody did. */
  readonly stoppedAt: number | null
  /** What was put into the queue with it. */
  readonly stored: (approval: Approval) => JsonObject | null
  /** The asker of this call has not heard of its end. */
  readonly ended: (approval: Approval, result: CallResult) => void
}

/**
 * Answers that an earlier process wrote into the store and did not carry through, because it was
 * killed: the journal gets the row of each, and the asker its end. An approval that was used up by
 * a call of which the journal knows neither beginning nor end did not run.
 */
export async function closeAnswered(
  answered: readonly Approval[],
  deps: AnsweredDeps,
): Promise<void> {
  const { journal, record, stoppedAt, ended } = deps
  for (const approval of answered) {
    if (approval.review !== null) {
      await closeReview(approval, deps)
      continue
    }
    const { id, callId, tool, decision, state, answer, answeredOn, answeredAt, word } = approval
    const entries = journal.ofCall(callId).map(({ entry }) => entry)
    if (!entries.some((entry) => entry.kind === 'answered' && entry.approvalId === id)) {
      const byStop = state === 'denied' && stoppedAt !== null && (answeredAt ?? 0) >= stoppedAt
      // Of before routes were kept in the row there is only the state.
      const route = byStop ? 'emergency-stop' : (approval.route ?? routeOf[state] ?? 'cancelled')
      const said = word === null || word === '' ? {} : { word }
      const how = { answer: answer ?? 'deny-once', route, surface: answeredOn, ...said } as const
      await record(answeredEntry(approval, how), 'owed')
      if (state === 'denied' || state === 'expired')
        ended(approval, endUnapproved({ ...approval, route }))
    }
    if (
      state !== 'consumed' ||
      entries.some(({ kind }) => kind === 'running' || kind === 'outcome')
    )
      continue
    const result = endUnbegun(callId, decision)
    await record(outcomeEntry(tool, result), 'owed')
    ended(approval, result)
  }
}

/**
 * What the person said of a result is final; who waited for it gets the same as they would have.
 */
async function closeReview(approval: Approval, deps: AnsweredDeps): Promise<void> {
  const { id, callId, runId, state, answer, answeredOn, word, cut } = approval
  // Approved and not used: the queue withdraws it, and the result is withheld.
  if (state === 'approved') return
  const known = deps.journal
    .ofCall(callId)
    .some(({ entry }) => entry.kind === 'answered' && entry.approvalId === id)
  if (!known) {
    const route = approval.route ?? routeOf[state] ?? 'cancelled'
    const how = {
      answer: answer ?? ('deny-once' as const),
      route,
      surface: answeredOn,
      ...(word === null || word === '' ? {} : { word }),
      ...(cut === null ? {} : { cut }),
      about: 'result' as const,
    }
    await deps.record(answeredEntry(approval, how), 'owed')
  }
  // A client that was given it needs it no second time; a run keeps what it has.
  if (known && runId === null) return
  const result = answeredReview(approval, deps.stored(approval))
  if (result !== null) deps.ended(approval, result)
}

const routeOf: Readonly<Partial<Record<Approval['state'], 'person' | 'time-out'>>> = {
  approved: 'person',
  consumed: 'person',
  denied: 'person',
  expired: 'time-out',
}
