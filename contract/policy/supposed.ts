// Calls that nobody makes, and what the gate would decide about them.
import { z } from 'zod'
import { Explanation } from './decision.ts'
import { Failure } from '../failure.ts'
import { Json } from '../json.ts'
import { Channel, Principal } from '../call/principal.ts'
import { Trust } from '../call/touch.ts'
import { ToolLabels } from '../server/tool-labels.ts'

/**
 * The tool as one of a server that may not be there: what the server says of it, and what a person
 * said at its review. What is left out is as it would be proposed there.
 */
export const SupposedExternal = z.strictObject({
  ...ToolLabels.partial().shape,
  /** Left out: that of the server in the configuration, or community where there is none. */
  trust: Trust.optional(),
  /** False: nobody has looked at it yet. */
  reviewed: z.boolean().default(true),
  description: z.string().max(10_000).default(''),
  /** What the server says: that it only reads, that it can destroy. */
  readOnly: z.boolean().nullable().default(null),
  destructive: z.boolean().nullable().default(null),
})
export type SupposedExternal = z.infer<typeof SupposedExternal>

/** A call as one would like to know about it. Who asks, if not said, is an agent in the window. */
export const SupposedCall = z.strictObject({
  id: z.union([z.string(), z.number()]).optional(),
  tool: z.string(),
  args: Json,
  principal: z.enum(Principal.options.map((option) => option.shape.kind.value)).optional(),
  /** Name of the agent, client or schedule. */
  agent: z.string().optional(),
  channel: Channel.optional(),
  /** What its session has read. */
  taint: z
    .strictObject({ private: z.boolean().default(false), untrusted: z.boolean().default(false) })
    .optional(),
  /** When it comes; left out, now. */
  at: z.iso.datetime({ offset: true }).optional(),
  /**
   * What came before: calls of this tool that this caller was let make just now, calls that a person
   * denied in the session, and whether the caller has reached its host.
   */
  earlier: z
    .strictObject({
      calls: z.int().min(0).optional(),
      denials: z.int().min(0).optional(),
      knownHost: z.boolean().optional(),
    })
    .optional(),
  /** As if the guard were on, or off; left out, as it is. */
  guard: z.boolean().optional(),
  /** As if a sandbox held here, or none did; left out, as it is. */
  sandbox: z.boolean().optional(),
  /** Supposes the server of a tool named `server__tool`. */
  external: SupposedExternal.optional(),
})
export type SupposedCall = z.infer<typeof SupposedCall>

const supposedId = z.union([z.string(), z.number()]).nullable()

/** The decision, or why there was nothing to decide. */
export const Supposed = z.union([
  z.strictObject({ id: supposedId, decision: Explanation }),
  z.strictObject({ id: supposedId, error: Failure }),
])
export type Supposed = z.infer<typeof Supposed>
