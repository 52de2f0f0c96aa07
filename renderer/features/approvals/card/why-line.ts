// Which reason the card shows in its first line. Pure.
import type { Reason } from '../../../../contract/policy/decision.ts'

/** The lower, the more it says: data that leaves, then what this call does, then what always holds. */
function rank(code: string): number {
  if (code === 'tier.base') return 4
  if (code === 'setting.tier' || code === 'command.sandboxed-read') return 3
  if (code === 'principal.delegated' || code.startsWith('channel.')) return 2
  return code.startsWith('flow.') || code.startsWith('origin.') ? 0 : 1
}

/** In the order of what they say; those that say as much stay as they came. */
export const reasonsInOrder = (reasons: readonly Reason[]): readonly Reason[] =>
  reasons.toSorted((one, other) => rank(one.code) - rank(other.code))
