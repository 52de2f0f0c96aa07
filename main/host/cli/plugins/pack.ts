// `gatehouse plugins pack`: manifest and program in one archive, the same bytes each time.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { failure } from '../../../../contract/failure.ts'
import { fileReason } from '../../../../contract/file-reason.ts'
import { packFiles } from '../../../plugins/pack-plugin.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { visible } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'
import { problemText } from './plugins.ts'

export const pluginsPack: Command = {
  name: 'plugins pack',
  operands: ['FILE'],
  options: ['folder'],
  usage: '[--folder FOLDER]',
  summary:
    'Pack a plugin for others: checks FILE.toml and puts it with its program into NAME-VERSION.tar.gz, which unpacks into a plugin folder',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json, operands, options } = call
      const file = resolve(operands[0] ?? '')
      const checked = await session.call('plugins.check', { file })
      if (!checked.ok) return complain(context, checked.error, json)
      const { ok: fine, problems, manifest, digest } = checked.value
      if (!fine || manifest === null || digest === null) {
        if (json) printJson(context, checked.value)
        else for (const problem of problems) context.out(problemText(file, problem, context.color))
        return exit.failed
      }
      try {
        const packed = await packFiles(file, manifest)
        const archive = join(resolve(options.get('folder') ?? '.'), packed.archive)
        writeFileSync(archive, packed.bytes, { flag: 'wx' })
        if (json)
          printJson(context, { archive, name: manifest.name, version: manifest.version, digest })
        else context.out(`Wrote ${visible(archive)}\n  digest ${digest}\n`)
        return exit.done
      } catch (error) {
        return complain(
          context,
          failure(
            'plugins.unwritable',
            `The archive could not be written: ${fileReason(error)}.`,
            'Nothing that was there was changed.',
          ),
          json,
        )
      }
    }),
}
