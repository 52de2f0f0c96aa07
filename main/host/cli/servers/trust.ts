// `gatehouse servers trust`: the one step that opens what a server of lower trust could not offer. At a
// terminal the review of what waits by then is part of it: it is shown, and nothing opens unseen.
import { failure } from '../../../../contract/failure.ts'
import type { ServerReview } from '../../../../contract/server/server-review.ts'
import { Trust } from '../../../../contract/call/touch.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import type { Session } from '../session/session.ts'
import { withEvidence } from '../session/with-evidence.ts'
import { withSession } from '../session/with-session.ts'
import { acceptSeen } from './review.ts'
import { oneOf } from '../one-of.ts'

export const serversTrust: Command = {
  name: 'servers trust',
  operands: ['NAME', 'TRUST'],
  options: ['totp'],
  usage: '[--totp CODE]',
  summary:
    'Trust a server as local, verified or community, and review what that changes; at a terminal in the same step',
  run(call) {
    const { context, json, operands } = call
    const [name = '', wanted = ''] = operands
    const trust = Trust.safeParse(wanted)
    if (!trust.success)
      return Promise.resolve(
        complain(
          context,
          failure('usage', `"${wanted}" is not a level of trust.`, oneOf(wanted, Trust.options)),
          json,
        ),
      )
    return withSession(call, async (session) => {
      const done = await withEvidence(call, session, false, (evidence) =>
        session.call('servers.change', { name, trust: trust.data, ...evidence }),
      )
      if (!done.ok) return complain(context, done.error, json)
      if (json) {
        printJson(context, { servers: done.value })
        return exit.done
      }
      context.out(`${name} is ${trust.data} now.\n`)
      return reviewWaiting(call, session, name)
    })
  },
}

/** What is closed until a person has looked, shown at once; elsewhere than at a terminal where to look. */
async function reviewWaiting(call: Call, session: Session, name: string): Promise<number> {
  const { context, json } = call
  const later = `gatehouse servers review ${name}`
  if (!context.terminal) {
    context.out(`See: ${later}\n`)
    return exit.done
  }
  const found = await session.call('servers.review', { name })
  if (!found.ok) return complain(context, found.error, json)
  const waiting = found.value.items.filter(({ state }) => state === 'new' || state === 'changed')
  const plain = waiting.filter(({ warnings }) => warnings.length === 0)
  const { digest, access } = found.value
  const seen: ServerReview = { digest, items: waiting, access }
  if (plain.length > 0)
    return acceptSeen(
      call,
      session,
      name,
      seen,
      plain.map(({ what, name: own }) => ({ what, name: own })),
    )
  context.out(
    waiting.length === 0
      ? 'Nothing waits for a review.\n'
      : `What waits has warnings, and is accepted by name. See: ${later}\n`,
  )
  return exit.done
}
