// What is said on the standard streams of a plugin. Protocol 0: one object in, one object out.
// Protocol 1: an object a line, both ways. docs/plugins.md explains them; the schemas in `schemas/`
// are made from these.
import { z } from 'zod'
import { Json, JsonObject } from '../json.ts'

const Mount = z.strictObject({
  host_path: z.string(),
  guest_path: z.string(),
  read_only: z.boolean(),
})

export const CallZero = z.strictObject({
  protocol_version: z.literal(0),
  request_id: z.string(),
  tool: z.string(),
  args_json: z.string().describe('The arguments, as JSON in a string.'),
  cwd: z.string(),
  mounts: z.array(Mount),
})
export type CallZero = z.infer<typeof CallZero>

export const AnswerZero = z.strictObject({
  protocol_version: z.int(),
  request_id: z.string(),
  ok: z.boolean(),
  data_json: z.string().describe('What the call gives, as JSON in a string.'),
  stdout: z.string(),
  stderr: z.string(),
})
export type AnswerZero = z.infer<typeof AnswerZero>

export const CallOne = z.strictObject({
  kind: z.literal('call'),
  protocol_version: z.literal(1),
  request_id: z.string(),
  tool: z.string(),
  args: JsonObject,
  cwd: z.string(),
  mounts: z.array(Mount),
  limits: z.strictObject({
    run_time_ms: z.int(),
    stdout_bytes: z.int(),
    stderr_bytes: z.int(),
    memory_bytes: z.int(),
  }),
})
export type CallOne = z.infer<typeof CallOne>

export const CancelOne = z.strictObject({
  kind: z.literal('cancel'),
  request_id: z.string(),
  grace_ms: z.int().describe('After so long it is ended.'),
})
export type CancelOne = z.infer<typeof CancelOne>

const request_id = z.string()
export const MessageOne = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('progress'),
    request_id,
    fraction: z.number().min(0).max(1).nullable().default(null),
    text: z.string().max(1000).default(''),
  }),
  z.strictObject({ kind: z.literal('output'), request_id, text: z.string() }),
  z.strictObject({
    kind: z.literal('result'),
    request_id,
    protocol_version: z.int(),
    data: Json,
    stdout: z.string().default(''),
    stderr: z.string().default(''),
  }),
  z.strictObject({
    kind: z.literal('error'),
    request_id,
    protocol_version: z.int(),
    error: z.strictObject({
      code: z
        .string()
        .regex(
          /^[a-z0-9]+([._-][a-z0-9]+)*$/,
          'must be lower-case letters and digits, such as no-book',
        )
        .max(64),
      text: z.string().min(1).max(1000),
      hint: z.string().max(1000).optional(),
    }),
    data: Json.default(null),
  }),
])
export type MessageOne = z.infer<typeof MessageOne>
