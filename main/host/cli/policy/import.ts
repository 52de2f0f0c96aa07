// `gatehouse config import`: presets and the settings of plugins, taken over from the TOML file of the
// plugins that came before.
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { failure } from '../../../../contract/failure.ts'
import { fileReason } from '../../../../contract/file-reason.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { visible, visibleLines } from '../output/show.ts'
import { consent } from '../servers/consent.ts'
import { withEvidence } from '../session/with-evidence.ts'
import { withSession } from '../session/with-session.ts'

export const configImport: Command = {
  name: 'config import',
  operands: ['FILE'],
  options: ['dry-run', 'yes', 'totp'],
  usage: '[--dry-run] [--yes] [--totp CODE]',
  summary:
    'Import presets and plugin settings (plugin_dir, external_dir, [tools.filter], [capabilities]) from a TOML file; shows the result first',
  run(call) {
    const { context, json, operands, options } = call
    const file = resolve(operands[0] ?? '')
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      return Promise.resolve(
        complain(
          context,
          failure(
            'file.unreadable',
            `${file} cannot be read: ${fileReason(error)}.`,
            'Check the name of the file.',
          ),
          json,
        ),
      )
    }
    const asked = { text, folder: dirname(file) }
    return withSession(call, async (session) => {
      const preview = await session.call('policy.import', { ...asked, apply: false })
      if (!preview.ok) return complain(context, preview.error, json)
      const { notes, relaxes } = preview.value
      if (options.has('dry-run')) {
        if (json) printJson(context, preview.value)
        else context.out(visibleLines(preview.value.text))
        for (const note of notes) context.note(`gatehouse: ${visible(note)}\n`)
        return exit.done
      }
      const agreed = await consent(
        call,
        `${visibleLines(preview.value.text)}\n${[...notes, ...relaxes].map((line) => `  ${visible(line)}\n`).join('')}`,
        'Type yes to make this your configuration: ',
      )
      if (!agreed.ok) return complain(context, agreed.error, json)
      const done = await withEvidence(call, session, true, (evidence) =>
        session.call('policy.import', { ...asked, apply: true, ...evidence }),
      )
      if (!done.ok) return complain(context, done.error, json)
      if (json) printJson(context, done.value)
      else context.out(`Imported from ${visible(file)}.\n`)
      return exit.done
    })
  },
}
