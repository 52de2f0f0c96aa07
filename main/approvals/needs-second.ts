import type { Approval } from '../../contract/approval/approval.ts'

/** A result that is reviewed has run already: whoever let it run was asked then. */
export const needsSecond = ({ decision, review }: Approval): boolean =>
  decision.approvers === 2 && review === null
