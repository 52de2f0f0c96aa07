// The way every call takes, for every caller. Nothing else in Gatehouse can start a tool. Read this
// file first, then resolve, evaluate, stage, hold, resume, execute and record.
import type { CallResult } from '../../contract/call/call.ts'
import { failure } from '../../contract/failure.ts'
import type { ApprovalId, CallId } from '../../contract/ids.ts'
import { workSignal } from '../../contract/call/work-signal.ts'
import { evaluate } from './evaluate.ts'
import type { EvaluatedCall } from './evaluate.ts'
import { execute } from './execute.ts'
import { finishUnrun } from './finish.ts'
import { hold } from './hold/hold.ts'
import type { HoldDeps } from './hold/hold.ts'
import type { HeldQueue, PipelineDeps } from './pipeline-deps.ts'
import { decisionEntry, refusedEntry } from './record.ts'
import { denial, refusal } from './refusals.ts'
import { reevaluate } from './reevaluate.ts'
import { nobodyReviews, openReview } from './review.ts'
import type { Review } from './review-port.ts'
import { openResume } from './resume.ts'
import type { Resume } from './resume.ts'
import { shownArgs } from './shown-args.ts'
import { discardStaged, stage } from './staging/stage.ts'
import type { Staging } from './staging/stage.ts'
import type { ToolCall } from './tool-call.ts'
import { openWaiters } from './hold/waiters.ts'
import type { Signals } from './hold/waiters.ts'

export type DispatchOptions = {
  /** The asker does not want it any more: a held call is withdrawn, a running one is stopped. */
  readonly signal: AbortSignal
  /**
   * False where nobody can be asked: a call that needs approval is then denied at once, and says so.
   */
  readonly queue: boolean
}

export type Pipeline<Q> = {
  /** Takes one call from its name to its result. Never rejects for anything a caller can send. */
  dispatch(call: ToolCall, options: DispatchOptions): Promise<CallResult>
  /** Call after every change of the policy. */
  policyChanged(): Promise<void>
  /** The approval that a call of this process waits for now, its own or one it joined; null: none. */
  heldBy(callId: CallId): ApprovalId | null
  readonly queue: Q
}

/** @param openQueue opens the queue of approvals, which gives answers and edits back to `resume`. */
export function openPipeline<Q extends HeldQueue>(
  deps: PipelineDeps,
  openQueue: (resume: Resume) => Q,
): Pipeline<Q> {
  const waiters = openWaiters()
  const reviewFor = (signal: AbortSignal): Review => openReview(signal, { deps, queue, waiters })
  const queue: Q = openQueue(openResume(deps, waiters, reviewFor))
  const holding: HoldDeps = { deps, queue, waiters }
  return {
    queue,
    policyChanged: () => reevaluate(deps, queue, waiters),
    heldBy: waiters.heldBy,
    dispatch(call, options) {
      const { id, runId } = call
      deps.changed(id, runId, { kind: 'deciding' })
      // Not awaited in a function of its own: a held call waits here for hours, and what such a
      // function knows it keeps.
      const review = options.queue ? reviewFor(options.signal) : nobodyReviews
      const end = (result: CallResult): CallResult => {
        deps.changed(id, runId, { kind: 'ended', result })
        return result
      }
      return take(call, options, holding, review).then(end, (fault: unknown) =>
        end(refusal(id, 'refused', deps.broken(fault), null)),
      )
    },
  }
}

async function take(
  call: ToolCall,
  { signal, queue }: DispatchOptions,
  holding: HoldDeps,
  review: Review,
): Promise<CallResult> {
  const { deps } = holding
  const ending = deps.ending()
  const answer = await evaluate(call, deps)
  if (!answer.ok) {
    const written = await deps.journal(refusedEntry(call, answer.error))
    return refusal(call.id, 'refused', written.ok ? answer.error : written.error, null)
  }
  const staging = await stageHeld(answer.value, { signal, ending }, deps, review)
  if (staging.kind === 'ended') return staging.finish()
  const { evaluated, changes } =
    staging.kind === 'changed' ? staging.staged : { evaluated: answer.value, changes: null }
  const untried = staging.kind === 'live' ? staging.untried : null
  const { decision } = evaluated
  const shown = await shownArgs(evaluated, deps)
  const decided = decisionEntry(evaluated, shown)
  if (decision.effect === 'allow') {
    const route = decision.by.kind === 'lease' ? 'lease' : 'policy'
    const work = workSignal([signal, ending])
    const allowed = { route, signal: work.signal, before: [decided], changes, review } as const
    return execute(evaluated, allowed, deps).finally(work.over)
  }
  const written = await deps.journal(decided)
  if (written.ok && decision.effect === 'confirm' && queue)
    return hold(evaluated, shown, { signal, ending }, holding, { changes, untried })
  if (changes !== null) await discardStaged(call, 'it may not be written', deps)
  if (!written.ok) return refusal(call.id, 'refused', written.error, decision)
  if (decision.effect === 'deny') return refusal(call.id, 'policy', denial(decision), decision)
  return finishUnrun(call.tool, refusal(call.id, 'refused', nobody, decision), deps)
}

/** A call that would be held runs in a layer first, where that is possible. */
async function stageHeld(
  evaluated: EvaluatedCall,
  { signal, ending }: Signals,
  deps: PipelineDeps,
  review: Review,
): Promise<Staging> {
  if (evaluated.decision.effect !== 'confirm') return { kind: 'live', untried: null }
  const work = workSignal([signal, ending])
  return stage(evaluated, work.signal, deps, review).finally(work.over)
}

const nobody = failure(
  'approval.nobody',
  'Denied: this call needs approval, and nobody can be asked here.',
  'Start Gatehouse, or run it in a terminal.',
)
