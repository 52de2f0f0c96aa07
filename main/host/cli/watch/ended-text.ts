// What is said where a call that was shown is over without an answer from here: who or what ended it.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { endedWords } from '../../../../contract/approval/ended-words.ts'
import { visible } from '../output/show.ts'

/** One line: “Denied in the window: Run a command”. */
export const endedText = (approval: Approval): string =>
  `${visible(endedWords(approval))}: ${visible(approval.title)}`
