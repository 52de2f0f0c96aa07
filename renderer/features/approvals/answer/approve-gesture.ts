// How approving has to be pressed. Pure: decision 21 says why.
import type { Tier } from '../../../../contract/call/tier.ts'
import { riskOf } from '../../../state/tier-order.ts'

/**
 * key: one key by itself, on the button or anywhere. chord: Ctrl or Cmd with Enter. pointer: mouse,
 * pen or finger on the button.
 */
export type Via = 'key' | 'chord' | 'pointer'

/** hold: kept down for `holdMs`. */
export type Press = 'tap' | 'hold'

export function approveGesture(tier: Tier, streak: boolean, via: Via): Press {
  if (streak) return 'hold'
  return via === 'key' && riskOf(tier) >= riskOf('R3') ? 'hold' : 'tap'
}
