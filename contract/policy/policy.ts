// What can be asked of the gate without a call being made.
import { z } from 'zod'
import { ApprovalAnswer } from '../approval/approval.ts'
import { ConfigProblem } from './config/config-problem.ts'
import { Effect, Explanation, Reason } from './decision.ts'
import { Failure } from '../failure.ts'
import { CallId, PolicyHash } from '../ids.ts'
import { Json } from '../json.ts'
import { Preset } from './preset.ts'
import { Channel, Principal } from '../call/principal.ts'
import { Rule } from './rule.ts'
import { Tier } from '../call/tier.ts'
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

/** Something about the policy that is allowed and probably not meant. */
export const PolicyWarning = z.strictObject({
  code: z.enum([
    'rule.redundant',
    'rule.dead',
    'rule.expired',
    'rule.no-such-tool',
    'key.deprecated',
    'rule.nobody-second',
    'tool.unknown',
    'host.too-wide',
    'host.no-scheme',
    'plugin.built-in',
    'plugin.no-preset',
  ]),
  text: z.string(),
  line: z.int().nullable(),
})
export type PolicyWarning = z.infer<typeof PolicyWarning>

export const PolicyReport = z.strictObject({
  hash: PolicyHash,
  preset: z.string(),
  presets: z.record(z.string(), Preset),
  rules: z.array(Rule),
  problems: z.array(ConfigProblem),
  warnings: z.array(PolicyWarning),
})
export type PolicyReport = z.infer<typeof PolicyReport>

/** One recorded decision that would be another under the other policy. */
export const SimulatedChange = z.strictObject({
  seq: z.int(),
  at: z.int(),
  callId: CallId,
  tool: z.string(),
  was: Effect,
  would: Effect,
  wasTier: Tier,
  wouldTier: Tier,
  /** How many persons would have to approve it, where that is another number. */
  approvers: z.union([z.literal(1), z.literal(2)]).optional(),
  /** What a person said to it then; null when nobody was asked. */
  answer: ApprovalAnswer.nullable(),
  reasons: z.array(Reason),
})
export type SimulatedChange = z.infer<typeof SimulatedChange>

export const Simulation = z.strictObject({
  policyHash: PolicyHash,
  /** Decisions replayed. */
  calls: z.int(),
  same: z.int(),
  changes: z.array(SimulatedChange),
  /** How often each way: `confirm>allow` and the like. */
  sums: z.record(z.string(), z.int()),
  /** Of those that would now be allowed: how many a person had refused. */
  wouldAllowRefused: z.int(),
  /** Rows that could not be replayed, with the reason. */
  skipped: z.array(z.strictObject({ seq: z.int(), text: z.string() })),
})
export type Simulation = z.infer<typeof Simulation>

/**
 * Protected files that limits reach: a call that writes one still asks. `complete` is false where
 * the workspace was too large to count.
 */
export const ProtectedPathCount = z.strictObject({ files: z.int(), complete: z.boolean() })
export type ProtectedPathCount = z.infer<typeof ProtectedPathCount>

/**
 * What an answer that lasts would have done over the journal, and which protected files its limits
 * reach.
 */
export const LastingPreview = z.strictObject({
  ...Simulation.shape,
  protectedPaths: ProtectedPathCount.nullable(),
})
export type LastingPreview = z.infer<typeof LastingPreview>
