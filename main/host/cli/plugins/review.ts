// `gatehouse plugins review`: a plugin as it is now beside what was reviewed, and a person's
// acceptance of just that.
import type { PluginReview } from '../../../../contract/plugin/listing.ts'
import { failure } from '../../../../contract/failure.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { diffLines } from '../output/diff-lines.ts'
import { exit } from '../exit.ts'
import { paint, visible, visibleLines } from '../output/show.ts'
import { broughtProof, noTerminal, wayToProve, withProof } from '../session/proof.ts'
import type { Session } from '../session/session.ts'
import { withSession } from '../session/with-session.ts'

export const pluginsReview: Command = {
  name: 'plugins review',
  operands: ['NAME'],
  options: ['yes', 'remove', 'totp'],
  usage: '[--yes | --remove] [--totp CODE]',
  summary:
    'Show a plugin with what changed since your last review and what it may reach; --yes accepts it as it is, --remove closes it again. Accepting requires the same confirmation as an approval',
  run(call) {
    const { context, json, options } = call
    const brought = broughtProof(call)
    if (!brought.ok) return Promise.resolve(complain(context, brought.error, json))
    if (options.has('yes') && options.has('remove'))
      return Promise.resolve(
        complain(
          context,
          failure('usage', '--yes and --remove contradict each other.', 'Keep one of them.'),
          json,
        ),
      )
    if (options.has('yes') && !context.terminal && brought.value === null)
      return Promise.resolve(complain(context, noTerminal, json))
    return withSession(call, (session) =>
      options.has('remove') ? close(call, session) : review(call, session),
    )
  },
}

async function close(call: Call, session: Session): Promise<number> {
  const { context, json, operands } = call
  const done = await session.call('plugins.close', { name: operands[0] ?? '' })
  if (!done.ok) return complain(context, done.error, json)
  if (json) printJson(context, done.value)
  else context.out(`${visible(done.value.name)} is closed until you review it again.\n`)
  return exit.done
}

async function review(call: Call, session: Session): Promise<number> {
  const { context, json, operands, options } = call
  const found = await session.call('plugins.review', { name: operands[0] ?? '' })
  if (!found.ok) return complain(context, found.error, json)
  if (!options.has('yes')) {
    if (json) printJson(context, found.value)
    else context.out(reviewText(found.value, context.color))
    return exit.done
  }
  const way = await wayToProve(call, session, false)
  if (!way.ok) return complain(context, way.error, json)
  const { signal } = new AbortController()
  if (!json || way.value.kind !== 'brought') context.note(reviewText(found.value, context.color))
  if (way.value.kind !== 'brought') {
    const said = await context.ask('Type yes to accept it as it is: ', signal)
    if (said?.trim().toLowerCase() !== 'yes')
      return complain(context, failure('plugins.refused', 'Nothing was accepted.'), json)
  }
  const done = await withProof(call, way.value, signal, (proof) =>
    session.call('plugins.accept', {
      name: found.value.name,
      digest: found.value.digest,
      ...(proof === undefined ? {} : { proof }),
    }),
  )
  if (!done.ok) return complain(context, done.error, json)
  if (json) printJson(context, done.value)
  else context.out(`${visible(done.value.name)} can be called now, as you have seen it.\n`)
  return exit.done
}

export function reviewText({ name, item, reach }: PluginReview, color: boolean): string {
  const { bold, yellow, red, green } = paint(color)
  const { state, before, now, warnings } = item
  const tone = state === 'open' ? green : yellow
  const text =
    state === 'changed' && before !== null && before !== now
      ? diffLines(before, now ?? '', paint(color))
      : visibleLines(now ?? '').split('\n')
  const lines = [
    `${bold(`The plugin ${visible(name)}`)}  ${tone(state)}`,
    ...warnings.map((warning) => `  ${red('!')} ${visible(warning)}`),
    ...reach.map((sentence) => `  ${visible(sentence)}`),
    '',
    ...text.map((line) => `  ${line}`),
  ]
  return `${lines.join('\n')}\n`
}
