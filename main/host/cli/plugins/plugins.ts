// `gatehouse plugins list` and `check`: the plugins of both folders, and what is wrong with one.
import { resolve } from 'node:path'
import type { ManifestProblem } from '../../../../contract/plugin/manifest-problem.ts'
import type { PluginList, PluginListing } from '../../../../contract/plugin/listing.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { columns, paint, visible } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'

export const pluginsList: Command = {
  name: 'plugins list',
  operands: [],
  options: [],
  usage: '',
  summary:
    'List the plugins of both folders with their state, broken ones too, and where the folders are',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json } = call
      const found = await session.call('plugins.list', {})
      if (!found.ok) return complain(context, found.error, json)
      if (json) printJson(context, found.value)
      else {
        context.out(listText(found.value, context.color))
        for (const warning of found.value.warnings) context.note(`gatehouse: ${visible(warning)}\n`)
      }
      return exit.done
    }),
}

function listText({ plugins, folders, tools }: PluginList, color: boolean): string {
  const { yellow } = paint(color)
  const lines = plugins.map(pluginLine)
  return [
    plugins.length === 0 ? 'No plugins. Make one: gatehouse plugins new NAME\n' : columns(lines),
    `\nbuilt-in folder  ${visible(folders.builtIn)}\n`,
    `external folder  ${visible(folders.external)}${folders.allowExternal ? '' : ' (not allowed: plugins.allowExternal is false)'}\n`,
    ...(tools ?? []).map(
      ({ name, registration }) =>
        `${yellow('!')} the built-in tool ${name} is not as it was registered (${registration})\n`,
    ),
  ].join('')
}

/** Name, folder, state, version, and why it cannot be called or what it is. */
const pluginLine = ({ name, origin, state, manifest, reason }: PluginListing): string[] => [
  visible(name),
  origin,
  state,
  visible(manifest?.version ?? ''),
  visible(reason?.text ?? manifest?.description.split('\n', 1)[0] ?? ''),
]

export const pluginsCheck: Command = {
  name: 'plugins check',
  operands: ['[FILE …]'],
  options: [],
  usage: '',
  summary:
    'Check manifests and name each mistake with line and column; without a file, those of both folders. Exit 1 if one is broken',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json, operands } = call
      const listed = operands.length > 0 ? null : await session.call('plugins.list', {})
      if (listed !== null && !listed.ok) return complain(context, listed.error, json)
      const files =
        listed === null
          ? operands.map((file) => resolve(file))
          : listed.value.plugins.map(({ file }) => file)
      const results = []
      for (const file of files) {
        const checked = await session.call('plugins.check', { file })
        if (!checked.ok) return complain(context, checked.error, json)
        results.push(checked.value)
      }
      const broken = results.filter(({ ok }) => !ok)
      if (json) printJson(context, { ok: broken.length === 0, plugins: results })
      else {
        for (const { file, ok, problems, manifest } of results) {
          if (ok)
            context.out(
              `${visible(file)} has no problems (${visible(manifest?.name ?? '')} ${visible(manifest?.version ?? '')}).\n`,
            )
          for (const problem of problems) context.out(problemText(file, problem, context.color))
        }
        if (results.length === 0) context.note('No plugins.\n')
      }
      return broken.length === 0 ? exit.done : exit.failed
    }),
}

export const problemText = (
  file: string,
  { code, line, column, text, hint }: ManifestProblem,
  color: boolean,
): string =>
  `${visible(file)}:${line}:${column} ${paint(color).red(code)} ${visible(text)}\n${hint === '' ? '' : `  ${visible(hint)}\n`}`
