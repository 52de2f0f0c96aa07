// The prompt at a terminal: the card of the call, and “yes” typed out.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { card } from '../output/card.ts'
import type { Call } from '../command.ts'

/**
 * Shows the whole call and asks. `what` the approval would do; `more` is under the call. True for
 * "yes" typed out, false for anything else, null when nobody answered.
 */
export async function askApproval(
  { context }: Call,
  approval: Approval,
  signal: AbortSignal,
  what: string,
  more: string,
): Promise<boolean | null> {
  context.note(`\n${card(approval, context.color)}${more}\n`)
  const answer = await context.ask(`Type yes ${what}; anything else denies it: `, signal)
  return answer === null && signal.aborted ? null : answer?.trim().toLowerCase() === 'yes'
}
