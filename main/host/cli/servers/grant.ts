// `gatehouse servers grant`: what a server was seen to lack, and one of these granted.
import { failure } from '../../../../contract/failure.ts'
import { grantText } from '../../../../contract/server/missed-grant.ts'
import type { MissedGrant } from '../../../../contract/server/missed-grant.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { consent } from './consent.ts'
import { visible } from '../output/show.ts'
import { withEvidence } from '../session/with-evidence.ts'
import { withServer } from './with-server.ts'

export const serversGrant: Command = {
  name: 'servers grant',
  operands: ['NAME', '[GRANT]'],
  options: ['yes', 'totp'],
  usage: '[read:PATH | write:PATH | host:HOST | sockets] [--yes] [--totp CODE]',
  summary:
    'Show what a server tried and was not granted, or grant one of these. Nothing else can be granted with it',
  run: (call) =>
    withServer(call, async ({ name, missed = [] }, session) => {
      const { context, json, operands } = call
      const wanted = operands[1]
      if (wanted === undefined) {
        if (json) printJson(context, { missed })
        else if (missed.length === 0)
          context.note(`${name} was not seen to lack anything that can be granted.\n`)
        else context.out(`${missedLines(name, missed).join('\n')}\n`)
        return exit.done
      }
      const grant = missed.find((one) => grantText(one) === wanted)
      if (grant === undefined)
        return complain(
          context,
          failure(
            'server.not-missed',
            `${name} was not seen to lack "${wanted}".`,
            `See what it lacked: gatehouse servers grant ${name}`,
          ),
          json,
        )
      const agreed = await consent(
        call,
        `${visible(name)} ${missedWords(grant)}.\n`,
        `Type yes to grant ${grantText(grant)}: `,
      )
      if (!agreed.ok) return complain(context, agreed.error, json)
      const done = await withEvidence(call, session, true, (evidence) =>
        session.call('servers.grant', { name, grant, ...evidence }),
      )
      if (!done.ok) return complain(context, done.error, json)
      if (json) printJson(context, { servers: done.value })
      else context.out(`${name} has ${visible(grantText(grant))}, and was started again.\n`)
      return exit.done
    }),
}

export const missedLines = (name: string, missed: readonly MissedGrant[]): string[] =>
  missed.map(
    (grant) =>
      `It ${missedWords(grant)}. To grant it: gatehouse servers grant ${name} ${visible(grantText(grant))}`,
  )

function missedWords(grant: MissedGrant): string {
  switch (grant.kind) {
    case 'read':
      return `tried to read ${visible(grant.path)}`
    case 'write':
      return `tried to write in ${visible(grant.path)}`
    case 'host':
      return `tried to reach ${visible(grant.host)}`
    case 'sockets':
      return 'tried to open Unix sockets of its own'
  }
}
