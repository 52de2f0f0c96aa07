// The order in which held calls want a person. Pure.
import type { Approval } from '../../../contract/approval/approval.ts'
import { riskOf } from '../tier-order.ts'

/** Riskiest first, then oldest; the id breaks a tie, so that the order never jumps. */
export const queueOrder = (open: readonly Approval[]): readonly Approval[] =>
  open.toSorted(
    (a, b) =>
      riskOf(b.decision.tier) - riskOf(a.decision.tier) ||
      a.createdAt - b.createdAt ||
      (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
