// `gatehouse servers list` and its kin: what runs, what it offers, what it was seen to do.
import { failure } from '../../../contract/failure.ts'
import type { ServerListing, ServerState } from '../../../contract/server/server.ts'
import { ServerItem } from '../../../contract/server/server-review.ts'
import { assertNever } from '../../../contract/never.ts'
import { awaitStart } from './await-start.ts'
import { section } from './card.ts'
import { printJson } from './command.ts'
import type { Call, Command } from './command.ts'
import { complain } from './complain.ts'
import { exit } from './exit.ts'
import { exitFor } from './proof.ts'
import { reachLines } from './access-lines.ts'
import { consent, launchText } from './servers-consent.ts'
import type { Session } from './session.ts'
import { clock, columns, paint, visible } from './show.ts'
import { withEvidence } from './with-evidence.ts'
import { withSession } from './with-session.ts'

export const serversList: Command = {
  name: 'servers list',
  operands: [],
  options: [],
  usage: '',
  summary:
    'external servers: how they stand, how far you trust them, how many of their tools are open',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json } = call
      const list = await session.call('servers.list', {})
      if (!list.ok) return complain(context, list.error, json)
      if (json) printJson(context, { servers: list.value })
      else if (list.value.length === 0)
        context.note('No external server. Add one: gatehouse servers add NAME -- COMMAND\n')
      else context.out(columns(list.value.map(line)))
      return exit.done
    }),
}

const line = ({ name, config, state, open, closed }: ServerListing): string[] => [
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
    'one server: what runs for it, what it was seen to reach beside what it is granted, advice, its newest lines',
  run: (call) =>
    withServer(call, async (found) => {
      const { context, json } = call
      if (json) printJson(context, found)
      else context.out(showText(found, context.color))
      return exit.done
    }),
}

/** The frame of a command about one server: finds it, or says that there is none. */
const withServer = (
  call: Call,
  work: (found: ServerListing, session: Session) => Promise<number>,
): Promise<number> =>
  withSession(call, async (session) => {
    const { context, json, operands } = call
    const list = await session.call('servers.list', {})
    if (!list.ok) return complain(context, list.error, json)
    const found = list.value.find(({ name }) => name === operands[0])
    return found === undefined
      ? complain(context, unknown(operands[0]), json)
      : work(found, session)
  })

const unknown = (name: string | undefined) =>
  failure('server.unknown', `There is no server named ${name}.`, 'See: gatehouse servers list')

function showText(
  {
    name,
    config,
    state,
    protocol,
    version,
    open,
    closed,
    access: reach,
    advice,
    log,
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
    ...reachLines(reach),
    ...section(
      'advice',
      advice.map((one) => yellow(visible(one))),
    ),
    ...section('its newest lines', log.slice(-20).map(visible)),
  ]
  return `${lines.join('\n')}\n`
}

export const serversRemove: Command = {
  name: 'servers remove',
  operands: ['NAME'],
  options: [],
  usage: '',
  summary: 'take a server out of the configuration and forget its review',
  run: (call) =>
    change(call, (session, name) => session.call('servers.remove', { name }), 'is removed'),
}

export const serversClose: Command = {
  name: 'servers close',
  operands: ['NAME', 'ITEM'],
  options: [],
  usage: '',
  summary:
    'take back your yes to one thing of a server: server, tool:NAME, prompt:NAME or resource:URI',
  run(call) {
    const { context, json, operands } = call
    const [what = '', ...rest] = (operands[1] ?? '').split(':')
    const item = ServerItem.safeParse({ what, name: what === 'server' ? 'server' : rest.join(':') })
    if (!item.success)
      return Promise.resolve(
        complain(
          context,
          failure(
            'usage',
            `"${operands[1]}" is nothing that can be closed.`,
            'Such as tool:list_issues, or server.',
          ),
          json,
          exit.usage,
        ),
      )
    return change(
      call,
      (session, name) => session.call('servers.close', { name, item: item.data }),
      'is closed there',
    )
  },
}

export const serversStart: Command = {
  name: 'servers start',
  operands: ['NAME'],
  options: ['yes', 'totp'],
  usage: '[--yes] [--totp CODE]',
  summary:
    'start a server that was stopped, sign in to one that wants it, or switch on one that is off; shows first what would be run',
  run: (call) =>
    withServer(call, async (found, session) => {
      const { context, json } = call
      if (!found.config.enabled) {
        const agreed = await consent(
          call,
          launchText(found.name, found.config, context.color),
          'Type yes to switch it on: ',
        )
        if (!agreed.ok)
          return complain(
            context,
            agreed.error,
            json,
            agreed.error.code === 'servers.refused' ? exit.denied : exitFor(agreed.error),
          )
      }
      const begun = await withEvidence(call, session, true, (evidence) =>
        session.call('servers.start', { name: found.name, ...evidence }),
      )
      const started =
        begun.ok && found.config.transport === 'http'
          ? await awaitStart(call, session, found.name)
          : begun
      if (!started.ok) return complain(context, started.error, json, exitFor(started.error))
      if (json) printJson(context, { servers: started.value })
      else context.out(`${found.name} is started. See: gatehouse servers review ${found.name}\n`)
      return exit.done
    }),
}

async function change(
  call: Call,
  work: (session: Session, name: string) => ReturnType<Session['call']>,
  said: string,
): Promise<number> {
  return withSession(call, async (session) => {
    const { context, json, operands } = call
    const done = await work(session, operands[0] ?? '')
    if (!done.ok) return complain(context, done.error, json)
    if (json) printJson(context, done.value)
    else context.out(`${operands.at(-1)} ${said}.\n`)
    return exit.done
  })
}
