// Which ways of answering the card offers for a held call, beside denying it. Main says which answers
// it takes; this says where they are. Pure.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { offers } from './scope-sheet.tsx'
import type { Verb } from './scope-text.ts'

export type Offered = {
  /** Approving it this once. */
  readonly once: boolean
  /** Approving it with other arguments. */
  readonly edit: boolean
  /** The side that the sheet of what lasts opens with; null where nothing lasts. */
  readonly scope: Verb | null
  readonly denyScope: boolean
}

export function offeredAnswers(approval: Approval): Offered {
  const { answers, staged, review, second, from } = approval
  // Approved already, it waits for a second person; of another machine it is answered as it is.
  const once = answers.includes('once') && second === undefined
  return {
    once,
    edit: once && staged === null && review === null && from === undefined,
    scope: (['allow', 'deny'] as const).find((verb) => offers(approval, verb)) ?? null,
    denyScope: offers(approval, 'deny'),
  }
}
