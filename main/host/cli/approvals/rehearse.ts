// `gatehouse approvals rehearse`: runs a held call in a throw-away copy of the workspace and shows
// what came of it. It answers nothing and opens nothing, so nobody has to prove to be there.
import { section } from '../output/card.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { rehearsalLines } from '../output/rehearsal-lines.ts'
import { paint } from '../output/show.ts'
import { withApproval } from '../session/with-approval.ts'

export const approvalsRehearse: Command = {
  name: 'approvals rehearse',
  operands: ['ID'],
  options: [],
  usage: '',
  summary:
    'Rehearse a pending call in a throw-away copy of the workspace, without network, and show what it would change',
  run: (call) =>
    withApproval(call, async (session, { id }) => {
      const { context, json } = call
      const rehearsed = await session.call('approvals.rehearse', { id })
      if (!rehearsed.ok) return complain(context, rehearsed.error, json)
      const { rehearsal } = rehearsed.value
      if (json) printJson(context, { approval: rehearsed.value })
      else if (rehearsal !== null) {
        const shown = rehearsalLines(rehearsal, paint(context.color)).flatMap(([title, lines]) =>
          section(title, lines),
        )
        context.out(`${shown.slice(1).join('\n')}\n`)
      }
      return exit.done
    }),
}
