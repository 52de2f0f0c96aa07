// What is said of an option that a command does not take, or that none has.
import type { Misread } from '../arguments.ts'
import type { Command } from '../command.ts'
import { commandsFor, findCommand } from '../find-command.ts'
import { options as every } from '../options.ts'
import type { OptionName } from '../options.ts'
import { usageOf } from '../usage.ts'
import { guessOption } from './guess-option.ts'
import type { Wrong } from './wrong.ts'

export const ofEvery: readonly OptionName[] = ['json', 'config', 'help']

/** An option that no command has, among the words of one. */
export async function unknownOption({
  option,
  words,
}: Extract<Misread, { kind: 'unknown' }>): Promise<Wrong> {
  const command = words.length === 0 ? null : findCommand(await commandsFor(words), words)
  const takes: readonly OptionName[] =
    command !== null
      ? [...command.options, ...ofEvery, 'version']
      : words.length === 0
        ? [...ofEvery, 'version', 'all']
        : optionNames
  const meant = guessOption(option.replace(/^-+/, ''), takes)
  const help = words.length === 0 ? 'See: gatehouse help' : `See: gatehouse help ${words[0]}`
  return [
    `There is no option ${option}.`,
    meant !== null
      ? `Did you mean ${meant}?`
      : command === null
        ? help
        : `Use: ${usageOf(command)}`,
  ]
}

/** Where an option without its value is one that the command does not take. */
export async function untaken({
  option,
  words,
}: Extract<Misread, { kind: 'no-value' }>): Promise<Wrong | null> {
  const command = words.length === 0 ? null : findCommand(await commandsFor(words), words)
  return command === null || ofEvery.includes(option) || command.options.includes(option)
    ? null
    : notTaken(command, option)
}

export function notTaken(command: Command, option: OptionName): Wrong {
  const meant = guessOption(option, command.options)
  const guess = meant === null ? '' : `Did you mean ${meant}? `
  return [
    `gatehouse ${command.name} does not take --${option}.`,
    `${guess}Use: ${usageOf(command)}`,
  ]
}

const optionNames = Object.keys(every) as readonly OptionName[]
