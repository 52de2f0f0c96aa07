// `gatehouse policy check|preset`.
import { failure } from '../../../../contract/failure.ts'
import type { PolicyWarning } from '../../../../contract/policy/policy.ts'
import { readConfig } from '../../../config/file.ts'
import { nearest } from '../../../../contract/nearest.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { exitFor } from '../session/proof.ts'
import { textOf } from './policy-text.ts'
import { problemText } from './problem-text.ts'
import { paint, visible } from '../output/show.ts'
import { withEvidence } from '../session/with-evidence.ts'
import { withQueries, withSession } from '../session/with-session.ts'

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

const warningText = (file: string, { line, text, code }: PolicyWarning, color: boolean): string =>
  `${paint(color).yellow(`${visible(file)}${line === null ? '' : `:${line}`}`)} warning: ${visible(text)} (${code})\n`

export const policyPreset: Command = {
  name: 'policy preset',
  operands: ['NAME'],
  options: ['totp'],
  usage: '[--totp CODE]',
  summary:
    'Switch to another preset and save it in the configuration file. A looser preset must be confirmed with "yes", the passphrase or a code',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json, operands } = call
      const [name = ''] = operands
      const report = await session.call('policy.report', {})
      if (!report.ok) return complain(context, report.error, json)
      const { presets } = report.value
      const known = Object.keys(presets)
      if (!known.includes(name)) {
        const meant = nearest(name, known)
        const list = `There are: ${known.join(', ')}.`
        const hint = meant === null ? list : `Did you mean ${meant}? ${list}`
        return complain(
          context,
          failure('preset.unknown', `There is no preset named "${name}".`, hint),
          json,
        )
      }
      const updated = await withEvidence(call, session, false, (evidence) =>
        session.call('config.update', { preset: name, ...evidence }),
      )
      if (!updated.ok) return complain(context, updated.error, json, exitFor(updated.error))
      if (json) printJson(context, { preset: name, policyHash: updated.value.policyHash })
      else context.out(`${visible(name)}: ${visible(presets[name]?.description ?? '')}\n`)
      return exit.done
    }),
}
