// `gatehouse servers trust`: the one step that opens what a server of lower trust could not offer.
import { failure } from '../../../../contract/failure.ts'
import { Trust } from '../../../../contract/call/touch.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { exitFor } from '../session/proof.ts'
import { withEvidence } from '../session/with-evidence.ts'
import { withSession } from '../session/with-session.ts'

export const serversTrust: Command = {
  name: 'servers trust',
  operands: ['NAME', 'TRUST'],
  options: ['totp'],
  usage: '[--totp CODE]',
  summary: 'Trust a server as local, verified or community. You then review its tools again',
  run(call) {
    const { context, json, operands } = call
    const [name = '', wanted = ''] = operands
    const trust = Trust.safeParse(wanted)
    if (!trust.success)
      return Promise.resolve(
        complain(
          context,
          failure('usage', `"${wanted}" is no trust.`, `One of ${Trust.options.join(', ')}.`),
          json,
          exit.usage,
        ),
      )
    return withSession(call, async (session) => {
      const done = await withEvidence(call, session, false, (evidence) =>
        session.call('servers.change', { name, trust: trust.data, ...evidence }),
      )
      if (!done.ok) return complain(context, done.error, json, exitFor(done.error))
      if (json) printJson(context, { servers: done.value })
      else context.out(`${name} is ${trust.data} now. See: gatehouse servers review ${name}\n`)
      return exit.done
    })
  },
}
