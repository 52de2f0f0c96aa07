// Results of calls that did not run, or whose end nobody saw. `text` is for the model: what
// happened, and what it can do.
import type { Approval } from '../../contract/approval/approval.ts'
import type { CallResult, Route } from '../../contract/call/call.ts'
import type { Decision } from '../../contract/policy/decision.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { CallId } from '../../contract/ids.ts'
import { withAdvice } from './advice.ts'
import { endFailure } from './end-failure.ts'

/** Nobody and nothing refused it: it was not wanted any more, or could not go on. */
const broken: ReadonlySet<Route> = new Set([
  'cancelled',
  'run-ended',
  'client-gone',
  'replaced',
  'program-end',
])

/** A call that never ran. `text` is for the model: what happened, and what it can do. */
export function refusal(
  id: CallId,
  route: Route,
  error: Failure,
  decision: Decision | null,
): CallResult {
  return {
    requestId: id,
    ok: false,
    status: broken.has(route) ? 'cancelled' : 'denied',
    route,
    decision,
    text: withAdvice(error),
    data: null,
    stdout: '',
    stderr: '',
    exitCode: null,
    truncated: false,
    durationMs: 0,
    label: 'workspace',
    flags: [],
    error,
  }
}

/** A call that the end of the program cut off: it ran in part. */
export const CUT_OFF = 'call.cut-off'

/**
 * For a call that was let run by a process that ended before it: nobody saw how it went, and it is
 * not run again.
 */
export function endUnknown(
  id: CallId,
  tool: string,
  route: Route,
  decision: Decision | null,
): CallResult {
  const error = failure(
    'call.interrupted',
    'Gatehouse quit while this was running. It may have run. Gatehouse does not run it again.',
  )
  return { ...refusal(id, route, error, decision), status: 'unknown' }
}

/**
 * For a call that a person let run, in a process that ended before it began: it surely did not run,
 * and does not now.
 */
export function endUnbegun(id: CallId, decision: Decision): CallResult {
  const error = failure(
    'call.unbegun',
    'It was allowed, but Gatehouse quit before it started. It did not run.',
    'Make the call again if you still need it.',
  )
  return refusal(id, 'program-end', error, decision)
}

/**
 * For a call that was held, in a process that ended before it was approved, and that nobody can
 * approve any more.
 */
export function endUnapprovedYet(id: CallId, decision: Decision): CallResult {
  const error = failure(
    'call.unapproved',
    'It needed approval, but Gatehouse quit before anyone approved it. It did not run.',
    'Make the call again if you still need it.',
  )
  return refusal(id, 'program-end', error, decision)
}

/** For a call whose approval ended without being approved. */
export function endUnapproved(approval: Approval): CallResult {
  const { callId, route, decision, staged } = approval
  const result = refusal(callId, route ?? 'cancelled', endFailure(approval), decision)
  return staged === null ? result : { ...result, text: `${result.text} ${thrownAway}` }
}

const thrownAway =
  'The command had run in a staged copy only. What it changed there was thrown away, and the workspace is as it was.'

export const stale = (what: string): Failure =>
  failure(
    'call.stale',
    `Not run: ${what} changed after the decision.`,
    'Make the call again if you still need it.',
  )

export const denial = (decision: Decision): Failure => {
  const why = decision.reasons.at(-1)
  return failure(
    `denied.${decision.by.kind}`,
    `Refused: ${why?.text ?? 'the policy says no.'}`,
    decision.by.kind === 'emergency-stop'
      ? 'Nothing runs until they allow it. Stop here and wait.'
      : 'Do not repeat the same call. Try another approach, or tell the person.',
  )
}
