// From the words of a command line to an exit code. Finds the command, checks its words, runs it;
// decides nothing else.
import { failure } from '../../../contract/failure.ts'
import { nearest } from '../../../contract/nearest.ts'
import { findAppPaths } from '../../config/paths.ts'
import { readArguments } from './arguments.ts'
import type { Given, OptionName } from './arguments.ts'
import { printJson } from './command.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { complain } from './output/complain.ts'
import { exit } from './exit.ts'
import { helpOf, overview, usageOf } from './help.ts'
import type { CliContext } from './cli-context.ts'

const ofEvery: readonly OptionName[] = ['json', 'config', 'help']

/** `argv` without the program's own name. Never rejects. */
export async function runCli(argv: readonly string[], context: CliContext): Promise<number> {
  const given = readArguments(argv)
  const json = given.ok ? given.value.options.has('json') : argv.includes('--json')
  const misused = (text: string, hint?: string) =>
    complain(context, failure('usage', text, hint), json, exit.usage)
  if (!given.ok) return complain(context, given.error, json, exit.usage)
  const { words, options } = given.value

  if (options.has('version')) {
    if (json) printJson(context, { version: context.version })
    else context.out(`${context.version}\n`)
    return exit.done
  }
  const asksHelp = words[0] === 'help' || options.has('help')
  const asked = words[0] === 'help' ? words.slice(1) : words
  if (asksHelp && asked.length === 0) {
    context.out(overview(commands, context.color))
    return exit.done
  }
  if (asked.length === 0) {
    context.note(overview(commands, context.color))
    return exit.usage
  }
  const command = find(asked)
  if (command === null) return misused(...unknownCommand(asked))
  if (asksHelp) {
    context.out(helpOf(command))
    return exit.done
  }
  const wrong = misfit(command, given.value)
  if (wrong !== null) return misused(...wrong)

  const operands = words.slice(command.name.split(' ').length)
  try {
    const config = options.get('config')
    const paths = findAppPaths({
      env: context.env,
      platform: context.platform,
      homedir: context.homedir,
      config,
    })
    return await command.run({ context, paths, operands, options, json })
  } catch (cause) {
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

/** The longest name that fits: `step-up totp` before `presence`. */
const find = (words: readonly string[]): Command | null =>
  commands
    .filter(({ name }) => name.split(' ').every((word, i) => words[i] === word))
    .toSorted((a, b) => b.name.length - a.name.length)[0] ?? null

function unknownCommand(words: readonly string[]): [text: string, hint: string] {
  const [topic = '', verb = ''] = words
  const verbs = commands.flatMap(({ name }) =>
    name.startsWith(`${topic} `) ? [name.slice(topic.length + 1)] : [],
  )
  if (verbs.length > 0) {
    const meant = nearest(verb, verbs)
    const list = `Use one of: ${verbs.join(', ')}.`
    if (verb === '') return [`gatehouse ${topic} needs a subcommand.`, list]
    return [
      `There is no command "${topic} ${verb}".`,
      meant === null ? list : `Did you mean gatehouse ${topic} ${meant}? ${list}`,
    ]
  }
  const topics = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? '')), 'help']
  const meant = nearest(topic, topics)
  return [
    `There is no command "${topic}".`,
    meant === null ? `There are: ${topics.join(', ')}.` : `Did you mean gatehouse ${meant}?`,
  ]
}

function misfit(command: Command, { words, options }: Given): [text: string, hint: string] | null {
  const operands = words.slice(command.name.split(' ').length)
  const usage = `Use: ${usageOf(command)}`
  const missing = command.operands[operands.length]
  if (missing !== undefined && !missing.startsWith('['))
    return [`gatehouse ${command.name} needs ${missing}.`, usage]
  const extra =
    command.operands.at(-1)?.endsWith('…]') === true ? undefined : operands[command.operands.length]
  if (extra !== undefined) return [`gatehouse ${command.name} does not take "${extra}".`, usage]
  const wrong = [...options.keys()].find(
    (name) => !ofEvery.includes(name) && !command.options.includes(name),
  )
  return wrong === undefined ? null : [`gatehouse ${command.name} does not take --${wrong}.`, usage]
}
