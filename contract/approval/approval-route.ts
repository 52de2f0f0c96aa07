// How a pending approval can end.
import { z } from 'zod'

/**
 * What ended a pending approval. Only `person` says that somebody looked at it.
 * emergency-stop: everything was stopped. guard, preset, policy-change: it changed meanwhile and
 * refuses the call now. tool-gone: the tool, or the server that has it, is not there any more.
 * run-ended: the run that asked ended. client-gone: the client withdrew the call or disconnected.
 * replaced: held again as another approval. program-end: Gatehouse ended between the answer and the
 * call. unrecorded: the journal could not be written. cancelled: older rows, which did not say more.
 */
export const ApprovalRoute = z.enum([
  'person',
  'emergency-stop',
  'time-out',
  'guard',
  'preset',
  'policy-change',
  'tool-gone',
  'run-ended',
  'client-gone',
  'replaced',
  'program-end',
  'unrecorded',
  'cancelled',
])
export type ApprovalRoute = z.infer<typeof ApprovalRoute>
