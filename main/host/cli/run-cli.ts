// From the words of a command line to an exit code. Finds the command, checks its words, runs it;
// decides nothing else.
import { failure, type Failure } from '../../../contract/failure.ts'
import { findAppPaths } from '../../config/paths.ts'
import { readArguments } from './arguments.ts'
import { printJson } from './command.ts'
import { complain } from './output/complain.ts'
import { exit } from './exit.ts'
import { folderFault } from './home-fault.ts'
import { commandsFor, findCommand } from './find-command.ts'
import { misfit } from './misread/misfit.ts'
import { unknownCommand } from './misread/unknown-command.ts'
import { unknownOption, untaken } from './misread/unknown-option.ts'
import type { Wrong } from './misread/wrong.ts'
import { showHelp } from './show-help.ts'
import type { CliContext } from './cli-context.ts'

const wrongOf = ({ text, hint = '' }: Failure): Wrong => [text, hint]

/** `argv` without the program's own name. Never rejects. */
export async function runCli(argv: readonly string[], context: CliContext): Promise<number> {
  const given = readArguments(argv)
  const json = given.ok ? given.value.options.has('json') : argv.includes('--json')
  const misused = ([text, hint]: Wrong) => complain(context, failure('usage', text, hint), json)
  if (!given.ok)
    return given.error.kind === 'unknown'
      ? misused(await unknownOption(given.error))
      : misused(
          (given.error.kind === 'no-value' ? await untaken(given.error) : null) ??
            wrongOf(given.error.error),
        )
  const { words, options } = given.value

  if (options.has('version')) {
    if (json) printJson(context, { version: context.version })
    else context.out(`${context.version}\n`)
    return exit.done
  }
  const asksHelp = words[0] === 'help' || options.has('help')
  const asked = words[0] === 'help' ? words.slice(1) : words
  if (asksHelp || asked.length === 0)
    return showHelp(asked, { context, json, all: options.has('all'), wanted: asksHelp, misused })
  const commands = await commandsFor(asked)
  const command = findCommand(commands, asked)
  if (command === null) return misused(unknownCommand(commands, asked))
  const wrong = misfit(command, given.value)
  if (wrong !== null) return misused(wrong)

  const operands = words.slice(command.name.split(' ').length)
  let home: string | null = null
  try {
    const paths = findAppPaths({
      env: context.env,
      platform: context.platform,
      homedir: context.homedir,
      config: options.get('config'),
    })
    home = paths.home
    return await command.run({ context, paths, operands, options, json })
  } catch (cause) {
    const unusable = folderFault(cause, home)
    if (unusable !== null) return complain(context, unusable, json)
    // A bug, or a disk that fails in a way nobody foresaw: said in one line, never a stack in the
    // middle of JSON.
    const text = cause instanceof Error ? cause.message : String(cause)
    return complain(
      context,
      failure(
        'cli.fault',
        `gatehouse ${command.name} failed unexpectedly: ${text}.`,
        'Please report this.',
      ),
      json,
    )
  }
}
