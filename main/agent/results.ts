// Results that the loop itself gives to a call, where the pipeline gives none. Pure.
import type { CallResult, CallStatus, Route } from '../../contract/call/call.ts'
import { failure } from '../../contract/failure.ts'
import type { CallId } from '../../contract/ids.ts'

function ownResult(
  requestId: CallId,
  status: CallStatus,
  route: Route,
  code: string,
  text: string,
): CallResult {
  return {
    requestId,
    ok: false,
    status,
    route,
    decision: null,
    text,
    data: null,
    stdout: '',
    stderr: '',
    exitCode: null,
    truncated: false,
    durationMs: 0,
    label: 'person',
    flags: [],
    error: failure(code, text),
  }
}

export const neverStarted = (id: CallId): CallResult =>
  ownResult(
    id,
    'cancelled',
    'cancelled',
    'call.cancelled',
    'Not run: the run was stopped before its turn came.',
  )

/** The pipeline did not say how it ended, in time or at all. */
export const endUnseen = (id: CallId): CallResult =>
  ownResult(
    id,
    'unknown',
    'cancelled',
    'call.unseen',
    'Gatehouse quit after it handed this over. It may have run. Gatehouse does not run it again.',
  )

/** Gatehouse ended in the middle. */
export const endedWithUs = (id: CallId): CallResult =>
  ownResult(
    id,
    'unknown',
    'cancelled',
    'call.interrupted',
    'Gatehouse quit while this was running. It may have run. Gatehouse does not run it again.',
  )

export const sameAgain = (id: CallId, streak: string): CallResult =>
  ownResult(id, 'denied', 'refused', 'agent.loop', `Not run: it would be ${streak}.`)
