// The rows of the journal about calls, in the order in which a call brings them about.
import { z } from 'zod'
import { CallStatus, Route } from '../call/call.ts'
import { ArgumentOrigin, SourceLabel, Taint } from '../call/origin.ts'
import { Reached } from '../call/powers/run-power.ts'
import { Channel, Principal, Surface } from '../call/principal.ts'
import { ReadBack } from '../call/read-back.ts'
import { RehearsalStarter, RehearsalView, TriedHost } from '../call/rehearsal.ts'
import { CanonicalTouch } from '../call/touch.ts'
import { UndoRecord } from '../call/undo.ts'
import { Failure } from '../failure.ts'
import { ApprovalId, CallId, PromptHash, RequestHash, ResultHash, RunId } from '../ids.ts'
import { JsonObject } from '../json.ts'
import { Decision } from '../policy/decision.ts'
import { AnsweredEntry } from './answered-entry.ts'

const who = { principal: Principal, channel: Channel, runId: RunId.nullable() }

export const callEntries = [
  /**
   * Turned away before there was anything to decide: unknown name, bad arguments, a touch that
   * cannot be resolved.
   */
  z.strictObject({
    kind: z.literal('refused'),
    callId: CallId,
    ...who,
    tool: z.string(),
    error: Failure,
  }),
  z.strictObject({
    kind: z.literal('decision'),
    callId: CallId,
    ...who,
    tool: z.string(),
    capability: z.string(),
    action: z.string().nullable(),
    args: JsonObject,
    requestHash: RequestHash,
    origins: z.array(ArgumentOrigin),
    /** What the session had read by then. Left out in older rows. */
    taint: Taint.optional(),
    decision: Decision,
    /** Of all that our own agent's model was asked when it made this call. */
    promptHash: PromptHash.optional(),
  }),
  z.strictObject({
    kind: z.literal('asked'),
    callId: CallId,
    tool: z.string(),
    approvalId: ApprovalId,
    expiresAt: z.int(),
    /** It was asked before, and why that yes was not used. */
    again: z.strictObject({ of: ApprovalId, why: z.string() }).optional(),
    /** About what the call brought back; left out: about the call. */
    about: z.literal('result').optional(),
  }),
  /**
   * Before a held call runs in a throw-away copy of the workspace, with nothing it could reach
   * outside.
   */
  z.strictObject({
    kind: z.literal('rehearsing'),
    callId: CallId,
    tool: z.string(),
    approvalId: ApprovalId,
    by: RehearsalStarter,
    /** Whose request it was; null: nobody's. */
    surface: Surface.nullable(),
  }),
  /** How that ended: with something to show, or with an error. */
  z.strictObject({
    kind: z.literal('rehearsed'),
    callId: CallId,
    tool: z.string(),
    approvalId: ApprovalId,
    view: RehearsalView.nullable(),
    /** Files and folders that came out different. */
    changes: z.int(),
    hosts: z.array(TriedHost),
    exitCode: z.int().nullable(),
    durationMs: z.number(),
    error: Failure.nullable(),
  }),
  AnsweredEntry,
  /**
   * A command in a throw-away layer of the workspace. started: before it runs there. ended: it has
   * ended there, and `files` would be different. discarded: its changes were thrown away, and why.
   * Whether they became real the rows `running` and `outcome` say.
   */
  z.strictObject({
    kind: z.literal('staged'),
    callId: CallId,
    tool: z.string(),
    change: z.enum(['started', 'ended', 'discarded']),
    files: z.int(),
    hosts: z.array(TriedHost),
    exitCode: z.int().nullable(),
    why: z.string().nullable(),
  }),
  /** Written before the effect: with no outcome after it, the end is unknown. */
  z.strictObject({ kind: z.literal('running'), callId: CallId, tool: z.string(), route: Route }),
  z.strictObject({
    kind: z.literal('outcome'),
    callId: CallId,
    tool: z.string(),
    status: CallStatus,
    route: Route,
    durationMs: z.number(),
    bytes: z.int(),
    exitCode: z.int().nullable(),
    truncated: z.boolean(),
    label: SourceLabel,
    flags: z.array(z.string()),
    /** The first 64; the row of its decision holds all of them. */
    touched: z.array(CanonicalTouch),
    /** How many more there were; left out where there were none. */
    touchedMore: z.int().min(1).optional(),
    /** What confined it, in the words of the protections list. */
    sandbox: z.string().nullable(),
    error: Failure.nullable(),
    /** Hosts that a command tried; the first 200. */
    reached: z.array(Reached).optional(),
    /** Which entries of memory and records it was given; the first 100. */
    readBack: z.array(ReadBack).optional(),
    /** Nothing ran: it was given the answer that this earlier call got from the same files. */
    repeats: CallId.optional(),
    /**
     * The agent that runs it itself: it was let through and handed back, and nobody here saw how it
     * went.
     */
    leftTo: z.string().optional(),
    /** SHA-256 of what the caller was given: text, output and data. Left out in older rows. */
    resultHash: ResultHash.optional(),
    /** Left out where there was nothing to keep, and in older rows. */
    undo: UndoRecord.optional(),
  }),
  /**
   * A person puts back what a call changed. started: before it happens. ended: how it went; without
   * it, it was cut off.
   */
  z.strictObject({
    kind: z.literal('undone'),
    /** The call that is put back. */
    callId: CallId,
    /** Under which the undo itself can be undone. */
    undoId: CallId,
    surface: Surface,
    change: z.enum(['started', 'ended']),
    files: z.int(),
    /**
     * Paths that had changed since the call and were put back all the same; at most the first
     * hundred.
     */
    forced: z.array(z.string()),
    failed: z.int(),
    error: Failure.nullable(),
  }),
] as const
