// Which of the answered calls are looked for. Pure.
import type { Approval, ApprovalState } from '../../../../contract/approval/approval.ts'

export const endingNames = ['all', 'allowed', 'denied', 'nobody'] as const
export type Ending = (typeof endingNames)[number]

export const endings: Readonly<Record<Ending, ApprovalState[]>> = {
  all: ['approved', 'denied', 'expired', 'cancelled', 'consumed'],
  allowed: ['approved', 'consumed'],
  denied: ['denied'],
  nobody: ['expired', 'cancelled'],
}

/** Every word has to be found in the tool, its title, who asked or the arguments. */
export function matchesHistory({ tool, title, principal, args }: Approval, text: string): boolean {
  const hay = `${tool} ${title} ${principal.name} ${JSON.stringify(args)}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word))
}
