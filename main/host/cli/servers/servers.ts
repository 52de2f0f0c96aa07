// `gatehouse servers list` and its kin: what runs, what it offers, what it was seen to do.
import type { ServerListing, ServerState } from '../../../../contract/server/server.ts'
import { assertNever } from '../../../../contract/never.ts'
import { section } from '../output/card.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { accessLines } from '../output/access-lines.ts'
import { launchText } from './consent.ts'
import { missedLines } from './grant.ts'
import { clock, columns, paint, visible } from '../output/show.ts'
import { withSession } from '../session/with-session.ts'
import { withServer } from './with-server.ts'

export const serversList: Command = {
  name: 'servers list',
  operands: [],
  options: [],
  usage: '',
  summary: 'List MCP servers with state, trust and number of open tools',
  run: (call) =>
    withSession(call, async (session) => {
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

function stateText(state: ServerState): string {
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

export const serversShow: Command = {
  name: 'servers show',
  operands: ['NAME'],
  options: [],
  usage: '',
  summary:
    'Show one server: what it runs, what it may and did access, advice, its newest log lines',
  run: (call) =>
    withServer(call, async (found) => {
      const { context, json } = call
      if (json) printJson(context, found)
      else context.out(showText(found, context.color))
      return exit.done
    }),
}

function showText(
  {
    name,
    config,
    state,
    protocol,
    version,
    open,
    closed,
    access,
    advice,
    log,
    missed = [],
    signInUrl,
  }: ServerListing,
  color: boolean,
): string {
  const { yellow } = paint(color)
  const lines = [
    launchText(name, config, color).trimEnd(),
    `  state       ${visible(stateText(state))}${state.kind === 'stopped' ? ` ${visible(state.hint)}` : ''}`,
    `  version     ${visible(version ?? 'not known yet')}${protocol === null ? '' : `, protocol ${visible(protocol)}`}`,
    `  tools       ${open} open, ${closed} closed`,
    ...(signInUrl === undefined ? [] : [`  sign in at  ${visible(signInUrl)}`]),
    ...accessLines(access),
    ...section(
      'advice',
      advice.map((one) => yellow(visible(one))),
    ),
    ...section('tried, and not granted', missedLines(name, missed)),
    ...section('newest log lines', log.slice(-20).map(visible)),
  ]
  return `${lines.join('\n')}\n`
}
