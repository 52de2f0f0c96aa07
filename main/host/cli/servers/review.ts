// `gatehouse servers review`: all that a server offers, beside what was reviewed before, and a
// person's yes to it.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Reviewed } from '../../../../contract/server/server.ts'
import { labelPhrases } from '../../../../contract/server/label-sentence.ts'
import { ServerItem } from '../../../../contract/server/server-review.ts'
import type { ServerReview } from '../../../../contract/server/server-review.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { diffLines } from '../output/diff-lines.ts'
import { exit } from '../exit.ts'
import { broughtProof, exitFor, noTerminal, wayToProve, withProof } from '../session/proof.ts'
import type { Session } from '../session/session.ts'
import { accessText } from '../output/access-lines.ts'
import { paint, visible, visibleLines } from '../output/show.ts'
import type { Paint } from '../output/show.ts'
import { withSession } from '../session/with-session.ts'

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
    if (!chosen.ok) return Promise.resolve(complain(context, chosen.error, json, exit.usage))
    const brought = broughtProof(call)
    if (!brought.ok) return Promise.resolve(complain(context, brought.error, json, exit.usage))
    if (chosen.value !== null && !context.terminal && brought.value === null)
      return Promise.resolve(complain(context, noTerminal, json, exit.needsPerson))
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
  const way = await wayToProve(call, session, false)
  if (!way.ok) return complain(context, way.error, json, exitFor(way.error))
  const signal = new AbortController().signal
  if (!json || way.value.kind !== 'brought')
    context.note(reviewText(name, found.value, context.color))
  if (way.value.kind !== 'brought') {
    const said = await context.ask(
      `Type yes to accept ${chosen === 'all' ? 'all of this' : 'these'}: `,
      signal,
    )
    if (said?.trim().toLowerCase() !== 'yes')
      return complain(
        context,
        failure('servers.refused', 'Nothing was accepted.'),
        json,
        exit.denied,
      )
  }
  const done = await withProof(call, way.value, signal, (proof) =>
    session.call('servers.accept', {
      name,
      items: chosen,
      digest: found.value.digest,
      ...(proof === undefined ? {} : { proof }),
    }),
  )
  if (!done.ok) return complain(context, done.error, json, exitFor(done.error))
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

const ORDER: readonly Reviewed['state'][] = ['open', 'new', 'changed', 'gone', 'refused']

function counts(items: readonly Reviewed[]): string {
  const words = ORDER.flatMap((state) => {
    const count = items.filter((item) => item.state === state).length
    return count === 0 ? [] : [`${count} ${state}`]
  })
  return words.join(', ') || 'It offers nothing yet.'
}

export function reviewText(name: string, { items, access }: ServerReview, color: boolean): string {
  const tones = paint(color)
  const blocks = items.map((item) => itemText(item, tones))
  return `${tones.bold(`What ${name} offers`)}: ${counts(items)}\n${blocks.join('')}${accessText(access, color)}`
}

function itemText(
  { what, name, state, before, now, warnings, labels }: Reviewed,
  tones: Paint,
): string {
  const { bold, yellow, red, green } = tones
  const tone = { open: green, new: yellow, changed: yellow, gone: yellow, refused: red }[state]
  const text =
    state === 'open'
      ? []
      : before !== null && now !== null
        ? diffLines(before, now, tones)
        : visibleLines(now ?? before ?? '').split('\n')
  const lines = [
    `${bold(what === 'server' ? 'the server itself' : `${what} ${visible(name)}`)}  ${tone(state)}`,
    ...warnings.map((warning) => `  ${red('!')} ${visible(warning)}`),
    ...(labels === null || state === 'refused'
      ? []
      : [
          `  ${labels.tier}, ${labels.decided === null ? 'by all signs' : 'as you said'}: ${visible(labelPhrases(labels.proposed).join(' · '))}`,
          `  ${labels.proposed.category}, ${labels.proposed.id}`,
        ]),
    ...text.map((line) => `  ${line}`),
  ]
  return `\n${lines.join('\n')}\n`
}
