// `gatehouse runs list`: what agents have done and are doing, newest first.
import type { Run } from '../../../../contract/agent/run.ts'
import { failure } from '../../../../contract/failure.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { clock, columns } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'

const MOST = 200

export const runsList: Command = {
  name: 'runs list',
  operands: ['[WORDS …]'],
  options: ['number'],
  usage: '[-n N]',
  summary:
    'List the last 20 runs of agents, or N, newest first; with words, those whose messages or calls have them',
  async run(call) {
    const { context, json, options, operands } = call
    const text = options.get('number') ?? '20'
    const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
    if (limit < 1 || limit > MOST)
      return complain(
        context,
        failure(
          'usage',
          `-n needs a whole number from 1 to ${MOST}.`,
          'Such as: gatehouse runs list -n 50',
        ),
        json,
      )
    return withQueries(call, async (session) => {
      const words = operands.join(' ')
      const found =
        words === ''
          ? await session.call('runs.list', { limit })
          : await session.call('runs.search', { text: words, limit: Math.min(limit, 100) })
      if (!found.ok) return complain(context, found.error, json)
      const runs = found.value.map((one) => ('run' in one ? one.run : one)).slice(0, limit)
      if (json) printJson(context, { runs })
      else if (runs.length === 0) context.out('No runs.\n')
      else
        context.out(
          columns([['RUN', 'CHANGED', 'STATE', 'AGENT', 'STEPS', 'TITLE'], ...runs.map(rowOf)]),
        )
      return exit.done
    })
  },
}

const rowOf = ({ id, updatedAt, state, agent, steps, title }: Run): string[] => [
  id,
  clock(updatedAt),
  state,
  agent,
  String(steps),
  title,
]
