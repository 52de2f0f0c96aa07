// Pure. One thing that raises a call: to which tier, and the reason that a card shows.
import type { Reason } from '../../../contract/policy/decision.ts'
import type { Tier } from '../../../contract/call/tier.ts'

export type Raise = { readonly to: Tier; readonly reason: Reason }

export const raise = (to: Tier, code: string, text: string): Raise => ({
  to,
  reason: { code, text },
})
