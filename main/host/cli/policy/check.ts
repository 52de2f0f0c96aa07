// `gatehouse policy check`.
import { readConfig } from '../../../config/file.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { textOf } from './policy-text.ts'
import { problemText, warningText } from './problem-text.ts'
import { visible } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'

export const policyCheck: Command = {
  name: 'policy check',
  operands: ['[FILE]'],
  options: [],
  usage: '',
  summary: 'Check a configuration file, or the one in use, for mistakes and likely mistakes',
  run: (call) => {
    const { context, paths, operands, json } = call
    return withQueries(call, async (session) => {
      const file = operands[0] ?? paths.configFile
      // The file in use need not be there; one that is named has to be.
      const read = operands[0] === undefined ? await readConfig(file) : await textOf(file)
      if (!read.ok) return complain(context, read.error, json)
      const checked = await session.call('policy.check', { text: read.value ?? '' })
      if (!checked.ok) return complain(context, checked.error, json)
      const { warnings, hash, rules, preset } = checked.value
      const problems = checked.value.problems.map((problem) => ({ ...problem, file }))
      const sound = problems.length === 0
      if (json)
        printJson(context, { ok: sound, file, problems, warnings, policyHash: sound ? hash : null })
      else {
        context.out(problems.map((problem) => problemText(problem, context.color)).join(''))
        context.out(warnings.map((warning) => warningText(file, warning, context.color)).join(''))
        if (sound)
          context.out(
            `${visible(file)} has no problems. Preset ${visible(preset)}, rules: ${rules.length}, warnings: ${warnings.length}.\n`,
          )
      }
      return sound ? exit.done : exit.failed
    })
  },
}
