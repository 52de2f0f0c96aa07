// `gatehouse servers list`.
import type { ServerListing, ServerState } from '../../../../contract/server/server.ts'
import { assertNever } from '../../../../contract/never.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { clock, columns } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'

export const serversList: Command = {
  name: 'servers list',
  operands: [],
  options: [],
  usage: '',
  summary: 'List MCP servers with state, trust and number of open tools',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json } = call
      const list = await session.call('servers.list', {})
      if (!list.ok) return complain(context, list.error, json)
      if (json) printJson(context, { servers: list.value })
      else if (list.value.length === 0)
        context.note('No servers. Add one: gatehouse servers add NAME -- COMMAND\n')
      else context.out(columns(list.value.map(serverLine)))
      return exit.done
    }),
}

/** Name, trust, state, tools, and what it is. */
export const serverLine = ({ name, config, state, open, closed }: ServerListing): string[] => [
  name,
  config.trust,
  stateText(state),
  `${open} open, ${closed} closed`,
  config.transport === 'http' ? config.url : [config.command, ...config.args].join(' '),
]

export function stateText(state: ServerState): string {
  switch (state.kind) {
    case 'off':
    case 'starting':
    case 'ready':
      return state.kind
    case 'needs-sign-in':
      return `needs a sign-in: ${state.text}`
    case 'waiting':
      return state.until === 0
        ? 'not started'
        : `tries again at ${clock(state.until)}: ${state.text}`
    case 'stopped':
      return `stopped: ${state.text}`
    default:
      return assertNever(state, 'stateText')
  }
}
