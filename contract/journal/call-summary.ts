// One call as the audit lists it: who asked for what, what decided, and how it ended.
import { z } from 'zod'
import { ApprovalId, CallId, RunId } from '../ids.ts'
import { CallStatus, Route } from '../call/call.ts'
import { Decision } from '../policy/decision.ts'
import { Failure } from '../failure.ts'
import { JsonObject } from '../json.ts'
import { ArgumentOrigin, Taint } from '../call/origin.ts'
import { AnsweredOn, Channel, Principal } from '../call/principal.ts'

export const CallSummary = z.strictObject({
  callId: CallId,
  /** When it was asked for: of its first row. */
  at: z.int(),
  tool: z.string(),
  /** Null where its rows do not say: then its decision is not in this journal any more. */
  principal: Principal.nullable(),
  channel: Channel.nullable(),
  runId: RunId.nullable(),
  /** Redacted, as the journal has them. */
  args: JsonObject,
  origins: z.array(ArgumentOrigin),
  /** What the session had read by then; null in older rows. */
  taint: Taint.nullable(),
  /** What it does, as its card says it; left out where its touches say it. */
  act: z.strictObject({ verb: z.string(), target: z.string() }).optional(),
  /** The last one; null where it was refused before there was anything to decide. */
  decision: Decision.nullable(),
  /** The last approval; null where nobody was asked. */
  approvalId: ApprovalId.nullable(),
  /** Null while it is open. */
  status: CallStatus.nullable(),
  route: Route.nullable(),
  /** Where a person answered. */
  surface: AnsweredOn.nullable(),
  durationMs: z.number(),
  exitCode: z.int().nullable(),
  error: Failure.nullable(),
})
export type CallSummary = z.infer<typeof CallSummary>
