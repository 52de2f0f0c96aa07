// How tiers compare, for sorting on screen. Decides nothing: what a tier means is judged in main.
import type { Tier } from '../../contract/call/tier.ts'

const rank: Readonly<Record<Tier, number>> = { R0: 0, R1: 1, R2: 2, R3: 3, R4: 4 }

export const riskOf = (tier: Tier): number => rank[tier]
