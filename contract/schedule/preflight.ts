// What a job would meet: calls that it made before, or that a person expects of it, as the gate would
// decide them now. And the approvals that a person gives it beforehand.
import { z } from 'zod'
import { Effect } from '../policy/decision.ts'
import { JobId, LeaseId } from '../ids.ts'
import { Json } from '../json.ts'
import { Tier } from '../call/tier.ts'

export const ExpectedCall = z.strictObject({ tool: z.string().min(1).max(200), args: Json })
export type ExpectedCall = z.infer<typeof ExpectedCall>

export const PreflightCall = z.strictObject({
  ...ExpectedCall.shape,
  /** earlier: a run of this job made it. expected: a person named it. */
  from: z.enum(['earlier', 'expected']),
  /** In one line. */
  title: z.string(),
  /** Null: nothing could be decided; the text says why. */
  effect: Effect.nullable(),
  tier: Tier.nullable(),
  text: z.string(),
  /** An approval can be given for it beforehand. */
  givable: z.boolean(),
  /** The approval that was given for it; null: none. */
  lease: LeaseId.nullable(),
})
export type PreflightCall = z.infer<typeof PreflightCall>

/** A tool that its agent may call, and what becomes of a call of its tier without more known. */
export const PreflightTool = z.strictObject({
  tool: z.string(),
  title: z.string(),
  tier: Tier,
  usually: Effect,
})
export type PreflightTool = z.infer<typeof PreflightTool>

export const GivenApproval = z.strictObject({
  lease: LeaseId,
  text: z.string(),
  uses: z.int(),
  maxUses: z.int().nullable(),
  expiresAt: z.int().nullable(),
})
export type GivenApproval = z.infer<typeof GivenApproval>

export const Preflight = z.strictObject({
  job: JobId,
  /** Why it does not run at all; null: it does. */
  held: z.string().nullable(),
  calls: z.array(PreflightCall),
  tools: z.array(PreflightTool),
  given: z.array(GivenApproval),
})
export type Preflight = z.infer<typeof Preflight>

/** Both limits are needed: nothing is given a job for good. */
export const GiveBeforehand = z.strictObject({
  id: JobId,
  call: ExpectedCall,
  maxUses: z.int().min(1).max(1_000),
  expiresInSeconds: z.int().min(60).max(31_536_000),
})
export type GiveBeforehand = z.infer<typeof GiveBeforehand>
