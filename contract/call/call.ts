// A call as the journal and the screens see it: its status, its result and how it ended.
import { z } from 'zod'
import { ApprovalRoute } from '../approval/approval-route.ts'
import { Content } from './content.ts'
import { Decision } from '../policy/decision.ts'
import { Failure } from '../failure.ts'
import { ApprovalId, CallId } from '../ids.ts'
import { Json } from '../json.ts'
import { SourceLabel } from './origin.ts'

/** How a call came to its end: by which way it was let through or turned away. */
export const Route = z.enum(['policy', 'lease', 'refused', ...ApprovalRoute.options])
export type Route = z.infer<typeof Route>

/**
 * done: ran and said so. failed: ran, and the tool reports an error. denied: never ran. cancelled:
 * stopped by a person or shutdown. unknown: it started and nobody saw the end; never shown as done,
 * never run again by itself.
 */
export const CallStatus = z.enum(['done', 'failed', 'denied', 'cancelled', 'unknown'])
export type CallStatus = z.infer<typeof CallStatus>

/**
 * What the caller gets back. The JSON of `gatehouse tools run`, with the call's status and label
 * beside it.
 */
export const CallResult = z.strictObject({
  requestId: CallId,
  ok: z.boolean(),
  status: CallStatus,
  route: Route,
  decision: Decision.nullable(),
  /** What a model reads: capped, cleaned, redacted. For a refusal, a sentence it can act on. */
  text: z.string(),
  data: Json.nullable(),
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.int().nullable(),
  truncated: z.boolean(),
  /**
   * The text is longer than a model is given at once: so many characters are kept, to be read in
   * pages, and from `from` on they are not in `text`.
   */
  stored: z.strictObject({ chars: z.int().positive(), from: z.int().nonnegative() }).optional(),
  /** From external servers: images and the like, cleaned. Left out where there is none. */
  content: z.array(Content).optional(),
  durationMs: z.number(),
  label: SourceLabel,
  /** Private data as well, though anyone may have written it. */
  holdsPrivate: z.literal(true).optional(),
  /** Phrases in the result that read like instructions to a model. */
  flags: z.array(z.string()),
  error: Failure.nullable(),
})
export type CallResult = z.infer<typeof CallResult>

/** The life of a call as screens show it. */
export const CallState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deciding') }),
  z.strictObject({ kind: z.literal('held'), approvalId: ApprovalId, decision: Decision }),
  /** `staged`: in a layer that may be thrown away. What it writes is nobody's yet. */
  z.strictObject({
    kind: z.literal('running'),
    decision: Decision,
    staged: z.literal(true).optional(),
  }),
  z.strictObject({ kind: z.literal('ended'), result: CallResult }),
])
export type CallState = z.infer<typeof CallState>
