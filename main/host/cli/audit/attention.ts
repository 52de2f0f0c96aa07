// `gatehouse audit attention`: how often people were asked, and what would have saved the most.
import { counted } from '../../../../contract/counted.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Input } from '../../../../contract/ipc/ipc.ts'
import type { Attention } from '../../../../contract/journal/attention.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { paint, visible } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'

const hoursOf = new Map<string, Input<'audit.attention'>['hours']>([
  ['1', 24],
  ['7', 168],
  ['30', 720],
  ['90', 2160],
])

export const auditAttention: Command = {
  name: 'audit attention',
  operands: [],
  options: ['days'],
  usage: '[--days 1|7|30|90]',
  summary:
    'Show approvals per 100 calls in the last 7 days, and rules that would have saved the most',
  async run(call) {
    const { context, json, options } = call
    const days = options.get('days') ?? '7'
    const hours = hoursOf.get(days)
    if (hours === undefined)
      return complain(
        context,
        failure(
          'usage',
          '--days needs 1, 7, 30 or 90.',
          'Such as: gatehouse audit attention --days 30',
        ),
        json,
      )
    return withQueries(call, async (session) => {
      const found = await session.call('audit.attention', { hours })
      if (!found.ok) return complain(context, found.error, json)
      if (json) printJson(context, found.value)
      else context.out(attentionText(found.value, days, context.color))
      return exit.done
    })
  },
}

function attentionText(
  { calls, asked, answered, quick, looked, rules }: Attention,
  days: string,
  color: boolean,
): string {
  const { bold, dim } = paint(color)
  const time = days === '1' ? 'the last day' : `the last ${days} days`
  if (calls === 0) return `No calls in ${time}.\n`
  const rate = Math.round((asked / calls) * 1_000) / 10
  return [
    `${bold(`${rate} approvals per 100 calls`)} in ${time}: ${asked} in ${counted(calls, 'call')}.\n`,
    answered === 0
      ? ''
      : `${Math.round((quick / answered) * 100)} % of ${answered} answers took less than 1.5 s.\n`,
    rules.length === 0
      ? 'No rule would have saved three or more approvals.\n'
      : `${bold('Rules that would have saved the most approvals')} ${dim(`(add it in the window: Audit, Charts)`)}\n`,
    ...rules.map(
      ({ text, saves }) => `  ${visible(text)}: ${saves} of the last ${looked} approvals\n`,
    ),
  ].join('')
}
