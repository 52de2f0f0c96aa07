// Whether a held call belongs to this machine.
import type { Approval } from '../../../../contract/approval/approval.ts'

/** What another machine asks can be tried only there; what a second person sees stays as it is. */
export const isHeldHere = ({
  state,
  from,
  second,
}: Pick<Approval, 'state' | 'from' | 'second'>): boolean =>
  state === 'pending' && from === undefined && second === undefined
