// `gatehouse plugins new`: a plugin to begin with, that can be checked and run as it is.
import { resolve } from 'node:path'
import { PluginName } from '../../../../contract/plugin/plugin-name.ts'
import { failure } from '../../../../contract/failure.ts'
import { PluginLanguage } from '../../../../contract/plugin/draft.ts'
import { pluginFiles } from '../../../plugins/new-plugin.ts'
import { takeBackTaken, writePlugin } from '../../../plugins/write-plugin.ts'
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
    'Create a plugin to start from: its manifest and a program that echoes a text, in the external folder or in another one',
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
      )
    const files = pluginFiles(name.data, language)
    const showCreated = (
      folder: string,
      paths: readonly string[],
      isAllowed: boolean | null,
    ): number => {
      if (json) printJson(context, { name: name.data, folder, files: paths, language })
      else context.out(nextSteps(name.data, language, paths, isAllowed))
      return exit.done
    }
    const named = options.get('folder')
    if (named !== undefined) {
      const folder = resolve(named)
      const written = writePlugin(folder, files)
      return written.ok
        ? showCreated(folder, written.value, null)
        : complain(context, written.error, json)
    }
    return withQueries(call, async (session) => {
      const listed = await session.call('plugins.list', {})
      if (!listed.ok) return complain(context, listed.error, json)
      const { external, allowExternal } = listed.value.folders
      const written = writePlugin(external, files)
      if (!written.ok) return complain(context, written.error, json)
      // Which names are taken is known of those that are in the folder.
      const again = await session.call('plugins.list', {})
      const taken = again.ok ? takeBackTaken(again.value.plugins, written.value) : null
      return taken === null
        ? showCreated(external, written.value, allowExternal)
        : complain(context, taken, json)
    })
  },
}

/** @param isAllowed whether external plugins are; null: it is in no folder of plugins yet */
function nextSteps(
  name: string,
  language: PluginLanguage,
  files: readonly string[],
  isAllowed: boolean | null,
): string {
  const [manifest = '', source = ''] = files
  const module = source.replace(/\.c$/, '.wasm')
  return [
    ...files.map((file) => `Wrote ${visible(file)}`),
    '',
    ...(language === 'c'
      ? [
          `  Build it:   clang --target=wasm32-wasi -O2 -o ${visible(module)} ${visible(source)}`,
          '              (on Debian: clang lld wasi-libc libclang-rt-dev-wasm32)',
        ]
      : []),
    `  Check it:   gatehouse plugins check ${visible(manifest)}`,
    ...(isAllowed === null
      ? ['  Put it in:  copy its files into a folder that gatehouse plugins list names']
      : []),
    ...(isAllowed === true
      ? []
      : [
          '  Let it in:  add plugins: { allowExternal: true } to the file that gatehouse config path names',
        ]),
    `  Review it:  gatehouse plugins review ${name} --yes`,
    `  Run it:     gatehouse tools run ${name} --args '{"text":"hello"}' --approve`,
    '',
  ].join('\n')
}
