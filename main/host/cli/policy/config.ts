// `gatehouse config check|path|schema`. Reads the file alone: works whatever else is broken. What
// parses it is loaded by the command that needs it.
import type { ConfigProblem } from '../../../../contract/policy/config/config-problem.ts'
import type { PolicyWarning } from '../../../../contract/policy/policy-report.ts'
import { readConfig } from '../../../config/file.ts'
import type { AppPaths } from '../../../config/paths.ts'
import { problemText, warningText } from './problem-text.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { exit } from '../exit.ts'
import { columns, visible } from '../output/show.ts'

export const configCheck: Command = {
  name: 'config check',
  operands: [],
  options: [],
  usage: '',
  summary: 'Check the configuration file and name each mistake',
  async run({ context, paths, json }) {
    const file = paths.configFile
    const read = await readConfig(file)
    const exists = !read.ok || read.value !== null
    const { problems, warnings } = read.ok
      ? await remarksOn(read.value ?? '', paths)
      : {
          problems: [
            { file, line: 1, column: 1, text: read.error.text, hint: read.error.hint ?? '' },
          ],
          warnings: [],
        }
    if (json) printJson(context, { ok: problems.length === 0, file, exists, problems, warnings })
    else if (problems.length > 0)
      context.out(problems.map((problem) => problemText(problem, context.color)).join(''))
    else {
      context.out(warnings.map((warning) => warningText(file, warning, context.color)).join(''))
      const most = warnings.length === 0 ? '' : ` Warnings: ${warnings.length}.`
      context.out(
        exists
          ? `${visible(file)} has no problems.${most}\n`
          : `There is no ${visible(file)}; the defaults are in use.\n`,
      )
    }
    return problems.length === 0 ? exit.done : exit.failed
  },
}

async function remarksOn(text: string, paths: AppPaths): Promise<Remarks> {
  const { parseQuickly } = await import('../../../policy/parse-quickly.ts')
  const parsed = await parseQuickly(text, paths)
  return parsed.ok
    ? { problems: [], warnings: parsed.value.warnings }
    : { problems: parsed.error, warnings: [] }
}

type Remarks = {
  readonly problems: readonly ConfigProblem[]
  readonly warnings: readonly PolicyWarning[]
}

export const configPath: Command = {
  name: 'config path',
  operands: [],
  options: ['all'],
  usage: '[--all]',
  summary: 'Print where the configuration file is; --all prints every location',
  async run(call) {
    const { context, paths, json, options } = call
    if (json) printJson(context, pathsJson(call))
    else if (options.has('all')) context.out(columns(Object.entries(pathsJson(call))))
    else context.out(`${visible(paths.configFile)}\n`)
    return exit.done
  },
}

export const configSchema: Command = {
  name: 'config schema',
  operands: [],
  options: [],
  usage: '',
  summary: 'Print the JSON Schema of the configuration file, for editors',
  async run({ context }) {
    const { configSchemaText } = await import('../../../config/json-schemas.ts')
    context.out(configSchemaText())
    return exit.done
  },
}

const pathsJson = ({ paths }: Call) => ({
  config: paths.configFile,
  home: paths.home,
  database: paths.databaseFile,
  journalHead: paths.headFile,
  socket: paths.socketFile,
  lock: paths.lockFile,
  defaultWorkspace: paths.defaultWorkspace,
})
