// `gatehouse help`, and what a bare `gatehouse` says. Reads every topic only where all are shown.
import type { CliContext } from './cli-context.ts'
import { printJson } from './command.ts'
import type { Command } from './command.ts'
import { allCommands, groups } from './commands.ts'
import { exit } from './exit.ts'
import { commandsOf, findCommand } from './find-command.ts'
import { unknownCommand } from './misread/unknown-command.ts'
import type { Wrong } from './misread/wrong.ts'
import { helpOf, helpWidth, listOf, overview } from './help.ts'
import { examples } from './reference/examples.ts'

export type HelpOptions = {
  readonly context: CliContext
  readonly json: boolean
  /** Every command in full. */
  readonly all: boolean
  /** False: no word was given, which is wrong usage. */
  readonly wanted: boolean
  readonly misused: (wrong: Wrong) => number
}

export async function showHelp(
  words: readonly string[],
  { context, json, all, wanted, misused }: HelpOptions,
): Promise<number> {
  const show = (text: string): void => (wanted ? context.out(text) : context.note(text))
  const width = helpWidth(context.columns)
  const code = wanted ? exit.done : exit.usage
  if (words.length > 0) {
    const [topic = ''] = words
    const commands = await commandsOf(topic)
    const command = findCommand(commands, words)
    const whole = words.length === 1 && commands.length > 1
    if (command === null && !whole) return misused(unknownCommand(commands, words))
    const shown = whole ? commands : command === null ? [] : [command]
    if (json) printJson(context, { commands: shown.map((each) => described(each)) })
    else if (whole) show(listOf(commands, context.color, width))
    else if (command !== null)
      show(helpOf(command, examples[command.name] ?? [], context.color, width))
    return code
  }
  if (!json && !all) {
    show(overview(groups, context.color, width))
    return code
  }
  const every = await allCommands()
  if (json) printJson(context, { commands: every.map((each) => described(each)) })
  else show(listOf(every, context.color, width))
  return code
}

const described = (command: Command) => ({
  name: command.name,
  group: groups.find(({ topics }) => topics.some(({ name }) => name === command.name.split(' ')[0]))
    ?.title,
  operands: command.operands,
  options: command.options,
  usage: command.usage,
  summary: command.summary,
  examples: (examples[command.name] ?? []).map(({ line }) => line),
})
