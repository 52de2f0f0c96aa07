// `gatehouse plugins new`: a plugin to begin with, that can be checked and run as it is.
import { resolve } from 'node:path'
import { PluginName } from '../../../../contract/plugin/plugin-name.ts'
import { failure } from '../../../../contract/failure.ts'
import { PluginLanguage } from '../../../../contract/plugin/draft.ts'
import { pluginFiles } from '../../../plugins/new-plugin.ts'
import { writePlugin } from '../../../plugins/write-plugin.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { visible } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'

export const pluginsNew: Command = {
  name: 'plugins new',
  operands: ['NAME'],
  options: ['format', 'folder'],
  usage: `[--format ${PluginLanguage.options.join('|')}] [--folder FOLDER]`,
  summary:
    'Make a plugin to begin with: its manifest and a program that echoes a text, in the external folder or in another one',
  async run(call) {
    const { context, operands, options, json } = call
    const name = PluginName.safeParse(operands[0])
    if (!name.success)
      return complain(
        context,
        failure(
          'usage',
          `"${operands[0] ?? ''}" cannot be the name of a plugin.`,
          'Use lower-case letters, digits, _ and -, beginning with a letter, such as word_count.',
        ),
        json,
        exit.usage,
      )
    const language = PluginLanguage.options.find(
      (one) => one === (options.get('format') ?? 'shell'),
    )
    if (language === undefined)
      return complain(
        context,
        failure(
          'usage',
          `Gatehouse cannot begin a plugin in "${options.get('format') ?? ''}".`,
          `Write --format ${PluginLanguage.options.join(', --format ')}.`,
        ),
        json,
        exit.usage,
      )
    const make = (folder: string): number => {
      const written = writePlugin(folder, pluginFiles(name.data, language))
      if (!written.ok) return complain(context, written.error, json)
      if (json) printJson(context, { name: name.data, folder, files: written.value, language })
      else context.out(nextSteps(name.data, language, written.value))
      return exit.done
    }
    const named = options.get('folder')
    if (named !== undefined) return make(resolve(named))
    return withQueries(call, async (session) => {
      const listed = await session.call('plugins.list', {})
      return listed.ok ? make(listed.value.folders.external) : complain(context, listed.error, json)
    })
  },
}

function nextSteps(name: string, language: PluginLanguage, files: readonly string[]): string {
  const [manifest = ''] = files
  const build =
    language === 'c' ? ['  Build the module: the first lines of the C file say how.'] : []
  return [
    ...files.map((file) => `Wrote ${visible(file)}`),
    '',
    ...build,
    `  Check it:   gatehouse plugins check ${visible(manifest)}`,
    '  Let external plugins in: plugins.allowExternal: true in the configuration',
    `  Review it:  gatehouse plugins review ${name} --yes`,
    `  Run it:     gatehouse tools run ${name} --args '{"text":"hello"}' --approve`,
    '',
  ].join('\n')
}
