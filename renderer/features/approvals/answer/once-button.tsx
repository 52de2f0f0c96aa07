// Approves this call, this once.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { riskOf } from '../../../state/tier-order.ts'
import { AllowButton, type ApproveKey } from './allow-button.tsx'
import { strings } from '../strings.ts'

const mod = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

type Props = {
  readonly approval: Approval
  readonly disabled: boolean
  readonly arming: boolean
  readonly describedBy: string
  /** Of a result: lines are left out. */
  readonly cuts: boolean
  say(text: string): void
  allow(): void
  /** It cannot be approved yet: leads to what is missing. */
  lead(): void
  onKey(key: ApproveKey | null): void
}

export function OnceButton({ approval, cuts, ...button }: Props) {
  const { decision } = approval
  const grave = riskOf(decision.tier) >= riskOf('R3')
  return (
    <AllowButton {...button} tier={decision.tier} strong hotkey={grave ? `${mod} ⏎` : 'A'}>
      {labelOf(approval, cuts)}
    </AllowButton>
  )
}

function labelOf({ review, staged }: Approval, cuts: boolean): string {
  if (review !== null) return cuts ? strings.review.passCut : strings.review.pass
  return staged === null ? strings.once : strings.staged.approve
}
