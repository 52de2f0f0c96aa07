// An approved call: built again from its approval, used up, compared with what was shown, and run.
// It is evaluated once more in execute.ts, right before it runs, and nowhere in between.
import { keepsSome } from '../../contract/call/undo.ts'
import type { Approval } from '../../contract/approval/approval.ts'
import type { CallResult, Route } from '../../contract/call/call.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { assertNever } from '../../contract/never.ts'
import type { Execution } from '../../contract/call/tool-source.ts'
import { tierRank } from '../../contract/call/tier.ts'
import { bindingOf, changedBinding } from './binding.ts'
import type { DecidedCall } from './evaluate.ts'
import { execute } from './execute.ts'
import { finishUnrun, remember } from './finish.ts'
import type { PipelineDeps } from './pipeline-deps.ts'
import { endUnapproved, refusal, stale } from './refusals.ts'
import { answeredReview } from './review.ts'
import type { Review } from './review-port.ts'
import { resolve } from './resolve.ts'
import { discardStaged } from './staging/stage.ts'
import type { ToolCall } from './tool-call.ts'

/** `execution`: who ran it; undefined where nobody did. */
export type Released = { readonly result: CallResult; readonly execution?: Execution }

/** How an answered call ends: approved it runs, otherwise its asker is told why not. */
export async function conclude(
  approval: Approval,
  signal: AbortSignal,
  deps: PipelineDeps,
  review: Review,
): Promise<Released> {
  if (approval.review !== null) return { result: await concludeReview(approval, deps) }
  switch (approval.state) {
    case 'approved':
      return release(approval, signal, deps, review)
    case 'denied':
    case 'expired':
    case 'cancelled':
      if (approval.staged !== null)
        await discardStaged(
          { id: approval.callId, tool: approval.tool },
          'it was not approved',
          deps,
        )
      return { result: endUnapproved(approval) }
    case 'pending':
    case 'consumed':
      throw new Error(`resume: approval ${approval.id} is ${approval.state}`)
    default:
      return assertNever(approval.state, 'resume')
  }
}

/** Passes a result on, or withholds it; the session has seen what is passed on. */
async function concludeReview(approval: Approval, deps: PipelineDeps): Promise<CallResult> {
  const { callId, decision } = approval
  const gone = (error: Failure): CallResult => refusal(callId, 'refused', error, decision)
  const stored = await deps.requestOf(approval)
  if (!stored.ok) return gone(unused(stored.error))
  if (approval.state === 'approved') {
    const consumed = await deps.consume(approval)
    if (!consumed.ok) return gone(unused(consumed.error))
    if (!consumed.value) return gone(used)
  }
  const result = answeredReview(approval, stored.value)
  if (result === null) return gone(lostResult)
  if (approval.state === 'approved')
    remember({ call: callOf(approval, {}), decision }, result, { readBack: [] }, deps)
  return { ...result, requestId: callId, decision: result.decision ?? decision }
}

async function release(
  approval: Approval,
  signal: AbortSignal,
  deps: PipelineDeps,
  review: Review,
): Promise<Released> {
  const { callId, decision, tool } = approval
  const refuse = async (error: Failure, route: Route = 'refused'): Promise<Released> => ({
    result: await finishUnrun(tool, refusal(callId, route, error, decision), deps),
  })
  const request = await deps.requestOf(approval)
  if (!request.ok) return refuse(unused(request.error))
  if (request.value === null) return refuse(lost)
  const consumed = await deps.consume(approval)
  if (!consumed.ok) return refuse(unused(consumed.error))
  // The one who used it writes its end.
  if (!consumed.value) return { result: refusal(callId, 'refused', used, decision) }

  const resolved = resolve(callOf(approval, request.value), deps)
  if (!resolved.ok) {
    const gone = resolved.error.code === 'tool.unknown' ? 'tool-gone' : 'refused'
    return refuse(resolved.error, deps.frozen() ? 'emergency-stop' : gone)
  }
  const call: DecidedCall = { ...resolved.value, decision }
  const changes = approval.staged === null ? null : await deps.staging.stored(callId)
  if (approval.staged !== null && changes?.rehearsal.inputs !== approval.rehearsal?.inputs)
    return refuse(unkept)
  const changed = await changedSince(approval, call, deps)
  if (changed !== null) return refuse(stale(changed))
  const result = await execute(
    call,
    {
      route: 'person',
      signal,
      review,
      promised: keepsSome(approval.undo),
      changes,
      moved: async (now) =>
        tierRank(now.decision.tier) > tierRank(decision.tier)
          ? 'the risk'
          : changes === null
            ? changedFile(approval, now, deps)
            : null,
    },
    deps,
  )
  const { execution } = call
  if (approval.edited === null) return { result, execution }
  const edited = `[A person changed the arguments; this ran: ${JSON.stringify(approval.args)}]`
  return { result: { ...result, text: `${edited}\n${result.text}` }, execution }
}

/** The call as it was asked for. */
export const callOf = (
  { callId: id, principal, channel, runId, tool }: Approval,
  args: unknown,
): ToolCall => ({ id, principal, channel, runId, tool, args })

/**
 * What can be seen without evaluating the call: then it ends before anything of it begins. Where the
 * paths lead now, and how risky it is, the last check sees.
 */
async function changedSince(
  approval: Approval,
  call: DecidedCall,
  deps: PipelineDeps,
): Promise<string | null> {
  const policyHash = deps.policy(approval.principal).hash
  return (
    changedBinding(bindingOf(approval), { ...bindingOf(call), policyHash }) ??
    (await deps.inputsChanged(approval)) ??
    (approval.staged === null ? await changedFile(approval, call, deps) : null)
  )
}

/** The first of the files that the approval showed whose content is different now. */
async function changedFile(
  approval: Approval,
  call: DecidedCall,
  deps: PipelineDeps,
): Promise<string | null> {
  const now = await deps.fileHashes(call)
  const paths = new Set([...Object.keys(approval.fileHashes), ...Object.keys(now)])
  const changed = [...paths].find(
    (path) => (approval.fileHashes[path] ?? null) !== (now[path] ?? null),
  )
  return changed ?? null
}

/** Approved, and the disk did not take that it is used: then it may not run. */
const unused = ({ code, text, hint }: Failure): Failure =>
  failure(code, `It was approved and did not run: ${text}`, hint)

const lost = failure(
  'approval.lost',
  'The arguments of this call are no longer stored, so it did not run.',
)
const lostResult = failure(
  'approval.lost',
  'The call ran, and its result is no longer stored, so it is withheld.',
)
const unkept = failure(
  'commit.gone',
  'What this command changed is no longer kept, so nothing was written.',
  'Run the command again if it is still needed.',
)
const used = failure('approval.used', 'This approval was already used or withdrawn.')
