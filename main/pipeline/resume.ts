// Step 4: takes a held call up again. An answer, an edit, a change of the policy and a rehearsal all
// lead here. The call is built from the approval's row, so a caller that still waits and a program
// that was killed meanwhile take the same way: it runs once, or not at all.
import type { Replacement } from '../../contract/approval/replacement.ts'
import type { Approval } from '../../contract/approval/approval.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { JsonObject } from '../../contract/json.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { workSignal } from '../../contract/call/work-signal.ts'
import { bindingOf, sameBinding } from './binding.ts'
import { evaluate } from './evaluate.ts'
import type { EvaluateDeps, EvaluatedCall } from './evaluate.ts'
import { finishUnrun } from './finish.ts'
import { buildApproval } from './hold/hold.ts'
import type { Replaced, Tried } from './hold/hold.ts'
import type { PipelineDeps } from './pipeline-deps.ts'
import { decisionEntry } from './record.ts'
import { denial, refusal } from './refusals.ts'
import { nobodyReviews } from './review.ts'
import type { Review } from './review-port.ts'
import { callOf, conclude } from './release.ts'
import type { Released } from './release.ts'
import { shownAgain } from './shown-args.ts'
import { discardStaged, stage } from './staging/stage.ts'
import type { Waiters } from './hold/waiters.ts'

/** Where a held call is taken up again, from outside. */
export type Resume = {
  /** It has its answer: runs it, or turns it away, and tells everyone who waited for it. */
  answered(approval: Approval): Promise<void>
  /** A person changed the arguments. Err: the approval stays as it is. */
  edited(approval: Approval, args: JsonObject): Promise<Result<Replacement, Failure>>
  /** Its answer was not used, and why. Err: the approval stays as it is. */
  outdated(approval: Approval, why: string): Promise<Result<Replacement, Failure>>
}

/** @param reviewFor how a result is held for who waits for the call. */
export function openResume(
  deps: PipelineDeps,
  waiters: Waiters,
  reviewFor: (signal: AbortSignal) => Review,
): Resume {
  return {
    async answered(approval) {
      const { id, callId, runId, tool, decision } = approval
      const asked = waiters.of(id)[0]?.signal
      const work = workSignal(asked === undefined ? [deps.ending()] : [asked, deps.ending()])
      const { result, execution } = await conclude(
        approval,
        work.signal,
        deps,
        reviewFor(asked ?? new AbortController().signal),
      )
        .catch(async (fault: unknown): Promise<Released> => {
          const broken = refusal(callId, 'refused', deps.broken(fault), decision)
          return { result: await finishUnrun(tool, broken, deps) }
        })
        .finally(work.over)
      const waiting = waiters.take(id)
      // The run that asked first is told even if nobody in this process waits: its transcript
      // outlived the restart.
      if (!waiting.some((waiter) => waiter.callId === callId))
        deps.changed(callId, runId, { kind: 'ended', result })
      for (const waiter of waiting) {
        if (waiter.callId === callId) waiter.wake(result)
        // The same call, asked twice and run once: the other decision has the same end, and touched
        // nothing itself.
        else {
          const same = { ...result, requestId: waiter.callId }
          waiter.wake(await finishUnrun(tool, same, deps, execution))
        }
      }
    },

    async edited(approval, args) {
      const evaluated = await evaluate(callOf(approval, args), deps)
      if (approval.staged !== null) await discardOf(approval, 'its arguments were edited', deps)
      return evaluated.ok
        ? askAgain(evaluated.value, { approval, edited: true }, deps, waiters)
        : evaluated
    },

    async outdated(approval, why) {
      const evaluated = await evaluateHeld(approval, deps)
      if (!evaluated.ok) return evaluated
      const replaced = { approval, again: why }
      if (approval.staged === null) return askAgain(evaluated.value, replaced, deps, waiters)
      await discardOf(approval, why, deps)
      const staging = await stage(evaluated.value, deps.ending(), deps, nobodyReviews)
      // Where it changes nothing any more, or cannot be staged now, it is asked about as it is.
      if (staging.kind !== 'changed') {
        const untried = staging.kind === 'live' ? staging.untried : null
        return askAgain(evaluated.value, replaced, deps, waiters, { changes: null, untried })
      }
      const { evaluated: staged, changes } = staging.staged
      return askAgain(staged, replaced, deps, waiters, { changes, untried: null })
    },
  }
}

/** The approval that takes the place of an earlier one. Err: the call is refused now. */
export async function askAgain(
  evaluated: EvaluatedCall,
  replaced: Replaced,
  deps: PipelineDeps,
  waiters: Waiters,
  tried?: Tried,
): Promise<Result<Replacement, Failure>> {
  if (evaluated.decision.effect === 'deny') return err(denial(evaluated.decision))
  // Once held, a call stays held until a person approves it, also where it would be allowed now.
  const decision = { ...evaluated.decision, effect: 'confirm' as const }
  const held = { ...evaluated, decision }
  const shownArgs = await shownAgain(held, replaced.approval, deps)
  if (replaced.edited === true) {
    const written = await deps.journal(decisionEntry(held, shownArgs))
    if (!written.ok) return written
  }
  const approval = await buildApproval(held, shownArgs, replaced, deps, tried)
  const { id, callId, runId } = approval
  const moved = (): void => {
    waiters.move(replaced.approval.id, id)
    deps.changed(callId, runId, { kind: 'held', approvalId: id, decision })
  }
  return ok({ approval, request: held.args, moved })
}

const discardOf = ({ callId, tool }: Approval, why: string, deps: PipelineDeps): Promise<void> =>
  discardStaged({ id: callId, tool }, why, deps)

type HeldDeps = EvaluateDeps & Pick<PipelineDeps, 'requestOf'>

/** The call of an approval as it is now. */
async function evaluateHeld(
  approval: Approval,
  deps: HeldDeps,
): Promise<Result<EvaluatedCall, Failure>> {
  const args = await deps.requestOf(approval)
  if (!args.ok) return args
  if (args.value === null)
    return err(failure('approval.lost', 'The arguments of this call are no longer stored.'))
  return evaluate(callOf(approval, args.value), deps)
}

/** The call of an approval for a rehearsal: exactly what the approval shows, or a failure. */
export async function evaluateForRehearsal(
  approval: Approval,
  deps: HeldDeps,
): Promise<Result<EvaluatedCall, Failure>> {
  const evaluated = await evaluateHeld(approval, deps)
  if (!evaluated.ok) return evaluated
  return sameBinding(bindingOf(approval), bindingOf(evaluated.value)) ? evaluated : err(other)
}

const other = failure(
  'rehearsal.stale',
  'The call is not what was asked any more, so it is not rehearsed.',
  'Deny it, and let it be asked again.',
)
