// How fast approvals are given here. Somebody who approves one call after another without reading is
// asked for a whole word; the window asks for a longer press.
import { letGo } from '../../../../contract/let-go.ts'

/** An approval this soon after it could be given was hardly read, and so many of them in a row. */
const HURRIED_MS = 1_500
const IN_A_ROW = 3

export type ApprovalPace = {
  /** A card can be answered in `milliseconds` from now. */
  answerableIn(milliseconds: number): void
  /** An answer was taken: a denial, or an approval that took its time, ends the row. */
  answered(approved: boolean): void
  isHurried(): boolean
}

export function openApprovalPace(sleep: (milliseconds: number) => Promise<void>): ApprovalPace {
  let card = 0
  let isFresh = false
  let row = 0
  return {
    answerableIn(milliseconds) {
      card += 1
      isFresh = true
      const mine = card
      letGo(
        sleep(milliseconds + HURRIED_MS).then(() => {
          if (card === mine) isFresh = false
        }),
      )
    },
    answered(approved) {
      row = approved && isFresh ? row + 1 : 0
    },
    isHurried: () => row >= IN_A_ROW,
  }
}
