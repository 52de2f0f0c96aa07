// What goes along with a change that may loosen the policy: a person's confirmation, or a proof that
// they are there.
import { z } from 'zod'
import { Proof } from './proof.ts'

/** Fields of a change's input. What only tightens needs neither. */
export const evidence = { proof: Proof.optional(), confirmed: z.boolean().optional() }
export const Evidence = z.strictObject(evidence)
export type Evidence = z.infer<typeof Evidence>

/**
 * Said where a change would make something looser and nobody has said so a second time. Each line
 * after the first is one thing.
 */
export const UNCONFIRMED = 'policy.unconfirmed'
/** Said where it takes a proof and none came along. */
export const UNPROVEN = 'approval.step-up'
