// `gatehouse approvals run-again`: throws away what a staged command changed, runs it in a new copy of
// what is there now, and shows the card that takes the place of the old one. It answers nothing, so
// nobody has to prove to be there.
import { card } from '../output/card.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { withApproval } from '../session/with-approval.ts'

export const approvalsRunAgain: Command = {
  name: 'approvals run-again',
  operands: ['ID'],
  options: [],
  usage: '',
  summary:
    'Run a command that has run in a copy again, in a new copy of what is there now, and show its new card',
  run: (call) =>
    withApproval(call, async (session, { id }) => {
      const { context, json } = call
      const fresh = await session.call('approvals.run-again', { id })
      if (!fresh.ok) return complain(context, fresh.error, json)
      if (json) printJson(context, { approval: fresh.value })
      else context.out(card(fresh.value, context.color))
      return exit.done
    }),
}
