// `gatehouse servers review`: all that a server offers, beside what was reviewed before, and a
// person's yes to it.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { ServerItem } from '../../../../contract/server/server-review.ts'
import type { ServerReview } from '../../../../contract/server/server-review.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { broughtProof, noTerminal, wayToProve, withProof } from '../session/proof.ts'
import type { Session } from '../session/session.ts'
import { visible } from '../output/show.ts'
import { withSession } from '../session/with-session.ts'
import { counts, reviewText } from './review-text.ts'

export const serversReview: Command = {
  name: 'servers review',
  operands: ['NAME'],
  options: ['accept', 'totp'],
  usage: '[--accept all | --accept server,tool:NAME,prompt:NAME,resource:URI] [--totp CODE]',
  summary:
    'Show what a server offers, with changes since your last review and warnings; --accept opens it. Requires the same confirmation as an approval',
  run(call) {
    const { context, json, options } = call
    const chosen = options.has('accept') ? readItems(options.get('accept') ?? '') : ok(null)
    if (!chosen.ok) return Promise.resolve(complain(context, chosen.error, json))
    const brought = broughtProof(call)
    if (!brought.ok) return Promise.resolve(complain(context, brought.error, json))
    if (chosen.value !== null && !context.terminal && brought.value === null)
      return Promise.resolve(complain(context, noTerminal, json))
    return withSession(call, (session) => review(call, session, chosen.value))
  },
}

type Chosen = 'all' | ServerItem[] | null

function readItems(text: string): Result<Chosen, Failure> {
  if (text === 'all') return ok('all')
  const items = text.split(',').map((one) => {
    const [what = '', ...rest] = one.trim().split(':')
    return ServerItem.safeParse({ what, name: what === 'server' ? 'server' : rest.join(':') })
  })
  if (items.some((item) => !item.success || item.data.name === ''))
    return err(
      failure(
        'usage',
        `--accept cannot read "${text}".`,
        'Such as --accept all, or --accept server,tool:list_issues',
      ),
    )
  return ok(items.flatMap((item) => (item.success ? [item.data] : [])))
}

async function review(call: Call, session: Session, chosen: Chosen): Promise<number> {
  const { context, json, operands } = call
  const name = operands[0] ?? ''
  const found = await session.call('servers.review', { name })
  if (!found.ok) return complain(context, found.error, json)
  if (chosen === null) {
    if (json) printJson(context, found.value)
    else context.out(reviewText(name, found.value, context.color))
    return exit.done
  }
  return acceptSeen(call, session, name, found.value, chosen)
}

/**
 * Shows `seen`, asks, and opens what was chosen, all of which is in it. Only who named it with
 * --accept and brought proof along is not asked once more.
 */
export async function acceptSeen(
  call: Call,
  session: Session,
  name: string,
  seen: ServerReview,
  chosen: Exclude<Chosen, null>,
): Promise<number> {
  const { context, json } = call
  const way = await wayToProve(call, session, false)
  if (!way.ok) return complain(context, way.error, json)
  const signal = new AbortController().signal
  if (!json || way.value.kind !== 'brought') context.note(reviewText(name, seen, context.color))
  if (way.value.kind !== 'brought' || !call.options.has('accept')) {
    const said = await context.ask(
      `Type yes to accept ${chosen === 'all' ? 'all of this' : 'these'}: `,
      signal,
    )
    if (said?.trim().toLowerCase() !== 'yes')
      return complain(context, failure('servers.refused', 'Nothing was accepted.'), json)
  }
  const done = await withProof(call, way.value, signal, (proof) =>
    session.call('servers.accept', {
      name,
      items: chosen,
      digest: seen.digest,
      ...(proof === undefined ? {} : { proof }),
    }),
  )
  if (!done.ok) return complain(context, done.error, json)
  if (json) printJson(context, done.value)
  else context.out(`${counts(done.value.items)}\n`)
  const left = done.value.items.filter(
    ({ state, warnings }) => warnings.length > 0 && state !== 'open' && state !== 'refused',
  )
  const own = done.value.items.find(({ what }) => what === 'server')
  if (own !== undefined && own.state !== 'open')
    context.note(
      'gatehouse: Nothing of it can be called until you accept the server itself: --accept server\n',
    )
  if (chosen === 'all' && left.length > 0)
    context.note(
      `gatehouse: ${left.length} with warnings stay closed. To accept one, name it: --accept ${left.map(({ what, name: itemName }) => (what === 'server' ? 'server' : `${what}:${visible(itemName)}`))[0]}\n`,
    )
  return exit.done
}
