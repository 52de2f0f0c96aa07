// `gatehouse servers remove|close|start`.
import { failure } from '../../../../contract/failure.ts'
import { needsFetch } from '../../../../contract/server/package-of.ts'
import { ServerItem } from '../../../../contract/server/server-review.ts'
import { awaitStart } from './await-start.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { consent, launchText } from './consent.ts'
import { fetchPackage } from './fetch.ts'
import type { Session } from '../session/session.ts'
import { withEvidence } from '../session/with-evidence.ts'
import { withSession } from '../session/with-session.ts'
import { columns, visible } from '../output/show.ts'
import { serverLine } from './list.ts'
import { withServer } from './with-server.ts'

export const serversRemove: Command = {
  name: 'servers remove',
  operands: ['NAME'],
  options: [],
  usage: '',
  summary: 'Remove a server and its review',
  run: (call) =>
    change(call, (session, name) => session.call('servers.remove', { name }), 'is removed'),
}

export const serversClose: Command = {
  name: 'servers close',
  operands: ['NAME', 'ITEM'],
  options: [],
  usage: '',
  summary: 'Close an accepted item of a server: server, tool:NAME, prompt:NAME or resource:URI',
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
            `"${operands[1]}" cannot be closed.`,
            'Such as tool:list_issues, or server.',
          ),
          json,
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
  options: ['scripts', 'yes', 'totp'],
  usage: '[--scripts] [--yes] [--totp CODE]',
  summary:
    'Start a stopped server, sign in to one that needs it, or switch one on. Shows first what would run, and downloads its package where that is missing',
  run: (call) =>
    withServer(call, async (found, session) => {
      const { context, json } = call
      if (!found.config.enabled) {
        const agreed = await consent(
          call,
          launchText(found.name, found.config, context.color),
          'Type yes to switch it on: ',
        )
        if (!agreed.ok) return complain(context, agreed.error, json)
      }
      if (needsFetch(found.config)) {
        const fetched = await fetchPackage(call, session, found)
        if (!fetched.ok) return complain(context, fetched.error, json)
      }
      const isStarted = await withEvidence(call, session, true, (evidence) =>
        session.call('servers.start', { name: found.name, ...evidence }),
      )
      const started = isStarted.ok ? await awaitStart(call, session, found.name) : isStarted
      if (!started.ok) return complain(context, started.error, json)
      const now = started.value.find(({ name }) => name === found.name)
      const runs = now?.state.kind === 'ready' || now?.state.kind === 'starting'
      if (json) printJson(context, { servers: started.value })
      // The words of the list: what it came to, and not that it was tried.
      else if (now !== undefined) {
        context.out(columns([serverLine(now)]))
        if (now.state.kind === 'stopped') context.note(`${visible(now.state.hint)}\n`)
        else if (runs && now.review.fresh + now.review.changed + now.review.gone > 0)
          context.note(`Review it: gatehouse servers review ${now.name}\n`)
      }
      return runs ? exit.done : exit.failed
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
