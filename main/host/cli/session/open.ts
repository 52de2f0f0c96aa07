// `gatehouse open`: a new one-time link to the window of the running Gatehouse, for a page that lost
// its own. Who opens the link can approve calls, so making one needs the same proof as an approval.
import type { Command } from '../command.ts'
import { printJson } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { broughtProof, exitFor, wayToProve, withProof } from './proof.ts'
import { withSession } from './with-session.ts'

export const openPageLink: Command = {
  name: 'open',
  operands: [],
  options: ['totp'],
  usage: '[--totp CODE]',
  summary:
    'Print a link that opens the window of the running Gatehouse in a browser once. Requires "yes" at a terminal, the passphrase, or a code',
  run: (call) => {
    const { context, json } = call
    const brought = broughtProof(call)
    if (!brought.ok) return Promise.resolve(complain(context, brought.error, json, exit.usage))
    return withSession(call, async (session) => {
      const way = await wayToProve(call, session, false)
      if (!way.ok) return complain(context, way.error, json, exitFor(way.error))
      const { signal } = new AbortController()
      if (way.value.kind === 'word') {
        const typed = await context.ask(
          'Anyone with this link can answer calls as you. Type yes to get one: ',
          signal,
        )
        if (typed?.trim().toLowerCase() !== 'yes') return exit.denied
      }
      const link = await withProof(call, way.value, signal, (proof) =>
        session.call('app.link', proof === undefined ? {} : { proof }),
      )
      if (!link.ok) return complain(context, link.error, json, exitFor(link.error))
      if (json) printJson(context, link.value)
      else context.out(`${link.value.url}\n`)
      return exit.done
    })
  },
}
