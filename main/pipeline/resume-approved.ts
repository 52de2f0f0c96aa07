// What happens when a held call has its answer. The call is built again from the approval's row, so
// a caller that still waits and a program that was killed in between take the same path: it runs
// once, or not at all.
import type { Approval } from '../../contract/approval/approval.ts'
import type { CallResult } from '../../contract/call/call.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { FileHash } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/json.ts'
import { assertNever } from '../../contract/never.ts'
import type { Result } from '../../contract/result.ts'
import { tierRank } from '../../contract/call/tier.ts'
import { workSignal } from '../../contract/call/work-signal.ts'
import { sameTouches } from '../gate/touch-facts.ts'
import type { Waits } from './pipeline.ts'
import { endFailure } from './end-failure.ts'
import { evaluate } from './evaluate.ts'
import type { EvaluatedCall } from './evaluate.ts'
import { refusal } from './result.ts'
import { finishUnrun, run, stale } from './run.ts'
import type { RunDeps } from './run.ts'

export type ResumeDeps = RunDeps & {
  readonly requestOf: (approval: Approval) => Promise<Result<JsonObject | null, Failure>>
  /**
   * approved → consumed, in one statement. False when it was not approved any more: then nothing
   * may run.
   */
  readonly consume: (approval: Approval) => Promise<Result<boolean, Failure>>
  readonly fileHashes: (judged: EvaluatedCall) => Promise<Readonly<Record<string, FileHash | null>>>
  /**
   * What of that which it was rehearsed on, and touches, is not what is there now; null: nothing.
   */
  readonly inputsChanged: (approval: Approval) => Promise<string | null>
  /** Aborted at the end of the program. */
  readonly ending: AbortSignal
}

/** Ends a held call: runs it, or turns it away, and tells everyone who waited for it. */
export async function resumeApproved(
  approval: Approval,
  needs: ResumeDeps,
  waits: Waits,
): Promise<void> {
  const asked = waits.get(approval.id)?.[0]?.signal
  const work = workSignal(asked === undefined ? [needs.ending] : [asked, needs.ending])
  const result = await conclude(approval, needs, work.signal)
    .catch((fault: unknown) =>
      finishUnrun(
        { call: approval },
        refusal(approval.callId, 'refused', needs.broken(fault), approval.decision),
        needs,
      ),
    )
    .finally(work.over)
  const waiting = waits.get(approval.id) ?? []
  waits.delete(approval.id)
  // The run that asked first is told even if nobody in this process waits: its transcript outlived
  // the restart.
  if (!waiting.some(({ callId }) => callId === approval.callId))
    needs.changed(approval.callId, approval.runId, { kind: 'ended', result })
  for (const { callId, wake } of waiting) {
    if (callId === approval.callId) wake(result)
    // The same call, asked twice and run once: the other decision has the same end, and touched
    // nothing itself.
    else wake(await finishUnrun({ call: approval }, { ...result, requestId: callId }, needs))
  }
}

async function conclude(
  approval: Approval,
  needs: ResumeDeps,
  signal: AbortSignal,
): Promise<CallResult> {
  switch (approval.state) {
    case 'approved':
      return release(approval, needs, signal)
    case 'denied':
    case 'expired':
    case 'cancelled':
      return endUnapproved(approval)
    case 'pending':
    case 'consumed':
      throw new Error(`settle: approval ${approval.id} is ${approval.state}`)
    default:
      return assertNever(approval.state, 'settle')
  }
}

/** What the asker is told of an approval that ended without being approved. */
export const endUnapproved = (approval: Approval): CallResult =>
  refusal(approval.callId, approval.route ?? 'cancelled', endFailure(approval), approval.decision)

/** Approved, and the disk did not take that it is used: then it may not run. */
const unused = ({ code, text, hint }: Failure): Failure =>
  failure(code, `It was approved and did not run: ${text}`, hint)

async function release(
  approval: Approval,
  needs: ResumeDeps,
  signal: AbortSignal,
): Promise<CallResult> {
  const { callId, decision } = approval
  const refuse = (error: Failure): CallResult => refusal(callId, 'refused', error, decision)
  const request = await needs.requestOf(approval)
  const { principal, channel, runId, tool } = approval
  const call = {
    id: callId,
    principal,
    channel,
    runId,
    tool,
    args: request.ok ? request.value : null,
  }
  if (!request.ok) return finishUnrun({ call }, refuse(unused(request.error)), needs)
  if (request.value === null) {
    const lost = failure('approval.lost', 'The arguments of this call are gone, so it was not run.')
    return finishUnrun({ call }, refuse(lost), needs)
  }
  const consumed = await needs.consume(approval)
  if (!consumed.ok) return finishUnrun({ call }, refuse(unused(consumed.error)), needs)
  // Whoever used it writes its end.
  if (!consumed.value)
    return refuse(failure('approval.used', 'This approval was used or withdrawn already.'))

  const judgement = await evaluate(call, needs)
  if (!judgement.ok) {
    const route = needs.frozen()
      ? 'emergency-stop'
      : judgement.error.code === 'tool.unknown'
        ? 'tool-gone'
        : 'refused'
    return finishUnrun({ call }, refusal(callId, route, judgement.error, decision), needs)
  }
  const changed = await difference(approval, judgement.value, needs)
  if (changed !== null) return finishUnrun({ call }, refuse(stale(changed)), needs)
  // The decision that was shown is the one that counts; run() checks once more that nothing moved.
  const result = await run(
    judgement.value,
    'person',
    needs,
    signal,
    [],
    approval.undo?.kind === 'files',
    (judged) => movedFile(approval, judged, needs),
  )
  return approval.edited === null
    ? result
    : {
        ...result,
        text: `[A person changed the arguments; this ran: ${JSON.stringify(approval.args)}]\n${result.text}`,
      }
}

async function difference(
  approval: Approval,
  judged: EvaluatedCall,
  needs: ResumeDeps,
): Promise<string | null> {
  if (approval.requestHash !== judged.requestHash) return 'the request'
  if (approval.definitionHash !== judged.definitionHash) return 'the tool itself'
  if (approval.policyHash !== judged.decision.policyHash) return 'the policy'
  if (!sameTouches(approval.decision.touches, judged.decision.touches)) return 'what it would touch'
  if (tierRank(judged.decision.tier) > tierRank(approval.decision.tier)) return 'the risk'
  const input = await needs.inputsChanged(approval)
  if (input !== null) return input
  return movedFile(approval, judged, needs)
}

/** The first of the files that the card showed whose content is another now. */
async function movedFile(
  approval: Approval,
  judged: EvaluatedCall,
  needs: ResumeDeps,
): Promise<string | null> {
  const now = await needs.fileHashes(judged)
  const paths = new Set([...Object.keys(approval.fileHashes), ...Object.keys(now)])
  const moved = [...paths].find(
    (path) => (approval.fileHashes[path] ?? null) !== (now[path] ?? null),
  )
  return moved === undefined ? null : moved
}
