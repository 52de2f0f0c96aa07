// A decision of the gate, with its reasons.
import { z } from 'zod'
import { PolicyHash } from '../ids.ts'
import { Tier } from '../call/tier.ts'
import { CanonicalTouch } from '../call/touch.ts'

export const Effect = z.enum(['allow', 'confirm', 'deny'])
export type Effect = z.infer<typeof Effect>

/** One step of the judgement: a stable code, and the sentence the card shows. */
export const Reason = z.strictObject({ code: z.string(), text: z.string() })
export type Reason = z.infer<typeof Reason>

/**
 * What decided: a person who stopped everything, the STOP list, what the agent was granted, the guard, a tool switched off, the
 * preset's borders, a rate limit, a rule of the person, the information-flow rule, a lease, the
 * tool's default, the tier's default.
 */
export const DecidedBy = z.strictObject({
  kind: z.enum([
    'emergency-stop',
    'stop',
    'grant',
    'guard',
    'setting',
    'preset',
    'rate-limit',
    'rule',
    'flow',
    'lease',
    'tool',
    'tier',
  ]),
  id: z.string(),
  /** Of whose policy that is; left out: of the person's own. */
  organisation: z.string().optional(),
})
export type DecidedBy = z.infer<typeof DecidedBy>

/** The answer of the gate. The JSON of `gatehouse policy explain`, field for field. */
export const Decision = z.strictObject({
  effect: Effect,
  tier: Tier,
  baseTier: Tier,
  reasons: z.array(Reason),
  by: DecidedBy,
  touches: z.array(CanonicalTouch),
  /** Approving needs a fresh proof of presence. */
  stepUp: z.boolean(),
  /** A second person has to approve it as well. Left out: one is enough. */
  approvers: z.literal(2).optional(),
  policyHash: PolicyHash,
})
export type Decision = z.infer<typeof Decision>

/** What one layer of the gate says of a call, whether or not it is the one that decides. */
export const Vote = z.strictObject({
  layer: z.enum([
    'emergency-stop',
    'stop',
    'grant',
    'guard',
    'setting',
    'preset',
    'rate-limit',
    'deny-rule',
    'confirm-rule',
    'flow',
    'lease',
    'allow-rule',
    'default',
    // All of what a person's organisation says, beside their own policy.
    'organisation',
  ]),
  /** Null: it has nothing to say of this call. */
  effect: Effect.nullable(),
  id: z.string().nullable(),
  text: z.string(),
})
export type Vote = z.infer<typeof Vote>

/**
 * A decision with every layer's vote, strictest layer first: the JSON of `gatehouse policy
 * explain`.
 */
export const Explanation = z.strictObject({ ...Decision.shape, votes: z.array(Vote) })
export type Explanation = z.infer<typeof Explanation>
