// `gatehouse approvals list`.
import { ApprovalState } from '../../../../contract/approval/approval.ts'
import { allHeld } from './all-held.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { ok } from '../../../../contract/result.ts'
import { clock, columns } from '../output/show.ts'
import { touchText } from '../output/touch-text.ts'
import { withQueries } from '../session/with-session.ts'

const ENDED = ApprovalState.options.filter((state) => state !== 'pending')

export const approvalsList: Command = {
  name: 'approvals list',
  operands: [],
  options: ['all'],
  usage: '[--all]',
  summary: 'List pending approvals; --all also lists the last 200 decisions',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json, options } = call
      const held = await allHeld(session)
      const ended = options.has('all')
        ? await session.call('approvals.list', { states: ENDED, limit: 200 })
        : ok([])
      const both = [held, ended].flatMap((each) => (each.ok ? each.value : []))
      const newestFirst = both.toSorted((one, other) => other.createdAt - one.createdAt)
      const listed = !held.ok ? held : ended.ok ? ok(newestFirst) : ended
      if (!listed.ok) return complain(context, listed.error, json)
      if (json) printJson(context, { approvals: listed.value })
      else if (listed.value.length === 0) context.out('No pending approvals.\n')
      else {
        const rows = listed.value.map((approval) => [
          approval.id,
          options.has('all') ? approval.state : clock(approval.expiresAt),
          approval.decision.tier,
          `${approval.principal.name}${approval.from === undefined ? '' : ` on ${approval.from.machine}`}${approval.second === undefined || approval.state !== 'pending' ? '' : ', waits for a second person'}`,
          approval.tool,
          approval.decision.touches.map(touchText).join(', '),
        ])
        context.out(
          columns([
            [
              'APPROVAL',
              options.has('all') ? 'STATE' : 'EXPIRES',
              'TIER',
              'REQUESTED BY',
              'TOOL',
              'WOULD TOUCH',
            ],
            ...rows,
          ]),
        )
      }
      return exit.done
    }),
}
