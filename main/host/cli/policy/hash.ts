// `gatehouse policy hash`.
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { withQueries } from '../session/with-session.ts'
import { problemText } from './problem-text.ts'

export const policyHash: Command = {
  name: 'policy hash',
  operands: [],
  options: [],
  usage: '',
  summary: 'Print the hash over everything that can change a decision',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json } = call
      const report = await session.call('policy.hash', {})
      if (!report.ok) return complain(context, report.error, json)
      const { hash, preset, problems } = report.value
      if (json) printJson(context, { policyHash: hash, preset, problems })
      else context.out(`${hash}\n`)
      if (!json)
        context.note(problems.map((problem) => problemText(problem, context.color)).join(''))
      return exit.done
    }),
}
