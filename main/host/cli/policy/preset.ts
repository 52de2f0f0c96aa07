// `gatehouse policy preset`.
import { failure } from '../../../../contract/failure.ts'
import { nearest } from '../../../../contract/nearest.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { visible } from '../output/show.ts'
import { withEvidence } from '../session/with-evidence.ts'
import { withSession } from '../session/with-session.ts'

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
      if (!updated.ok) return complain(context, updated.error, json)
      if (json) printJson(context, { preset: name, policyHash: updated.value.policyHash })
      else context.out(`${visible(name)}: ${visible(presets[name]?.description ?? '')}\n`)
      return exit.done
    }),
}
