// What another policy would have decided of what is in the journal.
import { z } from 'zod'
import { ApprovalAnswer } from '../approval/approval.ts'
import { Effect, Reason } from './decision.ts'
import { CallId, PolicyHash } from '../ids.ts'
import { Tier } from '../call/tier.ts'

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
