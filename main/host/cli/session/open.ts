// `gatehouse open`: a new one-time link to the window of the running Gatehouse, for a page that lost
// its own. Who opens the link can approve calls, so making one needs the same proof as an approval.
import { failure } from '../../../../contract/failure.ts'
import type { Call, Command } from '../command.ts'
import { printJson } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { broughtProof, wayToProve, withProof } from './proof.ts'
import type { Session } from './session.ts'
import { withSession } from './with-session.ts'

export const openPageLink: Command = {
  name: 'open',
  operands: [],
  options: ['totp', 'revoke'],
  usage: '[--totp CODE] | --revoke',
  summary:
    'Print a link that opens the window of the running Gatehouse in a browser once. Requires "yes" at a terminal, the passphrase, or a code. With --revoke: close every such window',
  run: (call) => {
    const { context, json } = call
    const brought = broughtProof(call)
    if (!brought.ok) return Promise.resolve(complain(context, brought.error, json))
    return withSession(call, async (session) => {
      if (call.options.has('revoke')) return closePages(call, session)
      const way = await wayToProve(call, session, false)
      if (!way.ok) return complain(context, way.error, json)
      const { signal } = new AbortController()
      if (way.value.kind === 'word') {
        const typed = await context.ask(
          'Anyone with this link can answer calls as you. Type yes to get one: ',
          signal,
        )
        if (typed?.trim().toLowerCase() !== 'yes')
          return complain(context, failure('open.refused', 'No link was made.'), json)
      }
      const link = await withProof(call, way.value, signal, (proof) =>
        session.call('app.link', proof === undefined ? {} : { proof }),
      )
      if (!link.ok) return complain(context, link.error, json)
      if (json) printJson(context, link.value)
      else context.out(`${link.value.url}\n`)
      return exit.done
    })
  },
}

/** It only takes away, so nobody is asked. */
async function closePages({ context, json }: Call, session: Session): Promise<number> {
  const closed = await session.call('app.close-pages', {})
  if (!closed.ok) return complain(context, closed.error, json)
  const { pages } = closed.value
  if (json) printJson(context, closed.value)
  else
    context.out(
      pages === 1 ? 'Closed 1 window in a browser.\n' : `Closed ${pages} windows in a browser.\n`,
    )
  return exit.done
}
