// `gatehouse servers show`: what runs, what it offers, what it was seen to do.
import type { ServerListing } from '../../../../contract/server/server.ts'
import { section } from '../output/card.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { exit } from '../exit.ts'
import { accessLines } from '../output/access-lines.ts'
import { stateText } from './list.ts'
import { launchText } from './consent.ts'
import { missedLines } from './grant.ts'
import { paint, visible } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'
import { withServer } from './with-server.ts'

export const serversShow: Command = {
  name: 'servers show',
  operands: ['NAME'],
  options: [],
  usage: '',
  summary:
    'Show one server: what it runs, what it may and did access, advice, its newest log lines',
  run: (call) =>
    withServer(
      call,
      async (found) => {
        const { context, json } = call
        if (json) printJson(context, found)
        else context.out(showText(found, context.color))
        return exit.done
      },
      withQueries,
    ),
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
