// `gatehouse policy simulate`: the journal's decisions again, under another configuration file.
import { counted } from '../../../../contract/counted.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Simulation } from '../../../../contract/policy/simulation.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { numberOption } from '../number-option.ts'
import { rulesIn } from './policy-text.ts'
import { clock, columns, paint, visible } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'

const mostCalls = 100_000

export const policySimulate: Command = {
  name: 'policy simulate',
  operands: [],
  options: ['rules', 'limit'],
  usage: '--rules FILE [--limit N]',
  summary: 'Replay the last 1000 recorded decisions, or N, under another configuration file',
  async run(call) {
    const { context, json, options } = call
    const misused = (text: string, hint: string) =>
      complain(context, failure('usage', text, hint), json)
    const file = options.get('rules')
    if (file === undefined)
      return misused(
        'gatehouse policy simulate needs --rules.',
        'Such as: gatehouse policy simulate --rules new.yaml',
      )
    const limit = numberOption(call, 'limit', { least: 1, most: mostCalls })
    if (!limit.ok) return complain(context, limit.error, json)
    const text = await rulesIn(file)
    if (!text.ok) return complain(context, text.error, json)
    return withQueries(call, async (session) => {
      const simulated = await session.call('policy.simulate', {
        text: text.value,
        limit: limit.value ?? 1000,
      })
      if (!simulated.ok) return complain(context, simulated.error, json)
      if (json) printJson(context, simulated.value)
      else context.out(simulationText(simulated.value, context.color))
      return exit.done
    })
  },
}

function simulationText(
  { calls, same, changes, sums, wouldAllowRefused, skipped }: Simulation,
  color: boolean,
): string {
  const { bold, dim, red } = paint(color)
  const rows = changes.map(
    ({ seq, at, tool, was, would, wasTier, wouldTier, approvers, ...how }) => [
      String(seq),
      clock(at),
      tool,
      `${was} ${wasTier}`,
      `${would} ${wouldTier}${approvers === undefined ? '' : approvers === 2 ? ', two persons' : ', one person'}`,
      how.answer ?? '-',
      how.reasons.at(-1)?.text ?? '',
    ],
  )
  return [
    rows.length === 0
      ? ''
      : `${columns([['ROW', 'TIME', 'TOOL', 'WAS', 'WOULD BE', 'ANSWERED', 'WHY'], ...rows])}\n`,
    `${bold(counted(calls, 'call'))}: ${same} the same, ${changes.length} different.\n`,
    ...Object.entries(sums).map(([way, count]) => `  ${count} ${way.replace('>', ' → ')}\n`),
    wouldAllowRefused === 0
      ? ''
      : red(`${wouldAllowRefused} that you denied would now be allowed.\n`),
    ...skipped.map(({ seq, text }) => dim(`row ${seq} left out: ${visible(text)}\n`)),
  ].join('')
}
