// A run as one file: what its model was asked and answered, what its calls asked for, how they were
// decided and ended, and the same of every sub-agent below it. It can be played again and compared
// with another, and it holds no secret. Pure.
import { z } from 'zod'
import { Channel } from '../call/principal.ts'
import { RunId } from '../ids.ts'
import { Json, JsonObject } from '../json.ts'
import { Receipt } from '../journal/receipt.ts'
import { Run } from './run.ts'

export const CapsuleEvent = z.strictObject({
  index: z.int().nonnegative(),
  /** Whose it is: the run itself, or a sub-agent below it. */
  run: RunId,
  kind: z.enum([
    ...(['run_start', 'user_message', 'provider_request', 'provider_response'] as const),
    ...(['tool_request', 'policy_decision', 'memory_recall', 'tool_response'] as const),
    ...(['delegation_start', 'delegation_end', 'run_end'] as const),
  ]),
  at: z.int(),
  /**
   * How many answers the model had given by then, this one with it. The end of a delegation
   * has the turn that began it.
   */
  turn: z.int().nonnegative(),
  payload: JsonObject,
})
export type CapsuleEvent = z.infer<typeof CapsuleEvent>

/** A picture, sound or file that came with a result. */
export const CapsulePicture = z.strictObject({
  kind: z.enum(['image', 'audio', 'blob']),
  mimeType: z.string().nullable(),
  bytes: z.int().nonnegative(),
  /** Of its bytes; null: it seems to hold a secret, so neither it nor its hash is in the file. */
  sha256: z.string().nullable(),
})
export type CapsulePicture = z.infer<typeof CapsulePicture>

/** What a replay takes of a capsule. */
export const CapsuleScript = z.strictObject({
  /** The run, then each sub-agent below it in the order of their events. */
  runs: z.array(Run).min(1),
  /** The way in of its calls. */
  channel: Channel,
  events: z.array(CapsuleEvent),
})
export type CapsuleScript = z.infer<typeof CapsuleScript>

/** Everything that is signed of a capsule. */
export const CapsuleBody = z.strictObject({
  format: z.literal('gatehouse.capsule.2'),
  run: RunId,
  madeAt: z.int(),
  version: z.string(),
  policyHashes: z.array(z.string()),
  promptHashes: z.array(z.string()),
  /** Everything that was set when it was captured, secrets replaced. */
  config: JsonObject,
  workspace: z.strictObject({
    root: z.string(),
    files: z.array(z.strictObject({ path: z.string(), size: z.int(), sha256: z.string() })),
    /** Too large, or more than are listed. */
    skipped: z.array(z.strictObject({ path: z.string(), why: z.string() })),
  }),
  ...CapsuleScript.shape,
  /**
   * Bytes in base64 by their SHA-256, of what came with results. Left out where nothing did; what there
   * was no room for is named by its event alone.
   */
  pictures: z.record(z.string().regex(/^[0-9a-f]{64}$/), z.base64()).optional(),
  /** One for each run, in their order. */
  receipts: z.array(Receipt),
  /** A public Ed25519 key as the base64 of its SPKI form. */
  key: z.base64(),
})
export type CapsuleBody = z.infer<typeof CapsuleBody>
export const Capsule = z.strictObject({ ...CapsuleBody.shape, signature: z.base64() })
export type Capsule = z.infer<typeof Capsule>

/** What differs first, of two runs. `left` or `right` null: it is not there. */
export const CapsuleDifference = z.strictObject({
  equal: z.boolean(),
  left: z.int(),
  right: z.int(),
  /** Whether the same policy decided in both. Its hash alone is no difference. */
  samePolicy: z.boolean(),
  first: z
    .strictObject({
      /** 0: the run itself. Otherwise its sub-agents, counted in the order of their events. */
      branch: z.int().nonnegative(),
      kind: z.string(),
      turn: z.int(),
      /** Which of that kind in that turn, from 0. */
      occurrence: z.int(),
      /** Path of the value that differs; empty where the whole event is missing. */
      path: z.string(),
      left: Json,
      right: Json,
    })
    .nullable(),
})
export type CapsuleDifference = z.infer<typeof CapsuleDifference>
