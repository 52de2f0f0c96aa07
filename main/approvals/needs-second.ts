// Whether an approval needs a second person.
import type { Approval } from '../../contract/approval/approval.ts'

/** A result under review has run already: its approvers were asked before it ran. */
export const needsSecond = ({ decision, review }: Approval): boolean =>
  decision.approvers === 2 && review === null
