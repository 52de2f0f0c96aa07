// The five tiers, and how they compare.
import { z } from 'zod'

/**
 * The risk of a call. R0 runs; R1 usually runs; R2 confirms or has a scope; R3 always confirms; R4
 * confirms with step-up.
 */
export const Tier = z.enum(['R0', 'R1', 'R2', 'R3', 'R4'])
export type Tier = z.infer<typeof Tier>

export const tiers = Tier.options
export const tierRank = (tier: Tier): number => tiers.indexOf(tier)
export const higherTier = (a: Tier, b: Tier): Tier => (tierRank(b) > tierRank(a) ? b : a)
