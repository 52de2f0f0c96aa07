// Which command the words mean, and what is wrong with them where they mean none.
import { nearest, onlyBeginning } from '../../../contract/nearest.ts'
import type { Given, Misread } from './arguments.ts'
import { guessOption } from './guess-option.ts'
import { options as every } from './options.ts'
import type { OptionName } from './options.ts'
import type { Command } from './command.ts'
import { topics } from './commands.ts'
import { quickCommands } from './quick/quick-commands.ts'
import { absentCommands } from './reference/absent-commands.ts'
import { usageOf } from './usage.ts'

export const ofEvery: readonly OptionName[] = ['json', 'config', 'help']

export type Wrong = readonly [text: string, hint: string]

/** The commands of a topic; none where there is no such topic. */
export const commandsOf = async (topic: string): Promise<readonly Command[]> =>
  (await topics.find(({ name }) => name === topic)?.load()) ?? []

/** The command itself where it can be read alone, else all of its topic. */
export async function commandsFor(words: readonly string[]): Promise<readonly Command[]> {
  const [topic = ''] = words
  for (const length of [3, 2]) {
    const name = words.slice(0, length).join(' ')
    const quick = Object.hasOwn(quickCommands, name) ? quickCommands[name] : undefined
    if (quick !== undefined) return [await quick()]
  }
  return commandsOf(topic)
}

/** The longest name that fits: `step-up totp` before `step-up`. */
export const findCommand = (
  commands: readonly Command[],
  words: readonly string[],
): Command | null =>
  commands
    .filter(({ name }) => name.split(' ').every((word, i) => words[i] === word))
    .toSorted((a, b) => b.name.length - a.name.length)[0] ?? null

/** `commands`: those of the topic that the first word names. */
export function unknownCommand(commands: readonly Command[], words: readonly string[]): Wrong {
  const [topic = '', verb = ''] = words
  if (commands.length === 0) return unknownTopic(topic, verb)
  const verbs = commands.map(({ name }) => name.slice(topic.length + 1))
  const list = `Use one of: ${verbs.join(', ')}.`
  if (verb === '') return [`gatehouse ${topic} needs a subcommand.`, list]
  // `policy bundle` begins names of two words.
  const first = nearest(
    verb,
    verbs.map((name) => name.split(' ')[0] ?? ''),
  )
  const isLong = verbs.some((name) => name.startsWith(`${first} `))
  const asked = isLong ? words.slice(1, 3).join(' ') : verb
  const meant = nearest(asked, verbs) ?? onlyBeginning(asked, verbs)
  return [
    `There is no command "${topic} ${asked}".`,
    meant === null ? list : `Did you mean gatehouse ${topic} ${meant}? ${list}`,
  ]
}

function unknownTopic(topic: string, verb: string): Wrong {
  const known = [...topics.map(({ name }) => name), 'help']
  const withVerb = (wanted: string): string[] =>
    topics.filter(({ verbs = [] }) => verbs.includes(wanted)).map(({ name }) => name)
  const meant =
    nearest(topic, withVerb(verb)) ?? nearest(topic, known) ?? onlyBeginning(topic, known)
  const instead = Object.hasOwn(absentCommands, topic) ? absentCommands[topic] : undefined
  // Who writes `receipt` means `audit receipt`; `list` could be of nearly all.
  const above = withVerb(topic)
  const whole = above.map((name) => `gatehouse ${name} ${topic}`)
  return [
    `There is no command "${topic}".`,
    instead !== undefined
      ? `Use instead: ${instead.use}`
      : above.length > 0 && above.length <= 3
        ? `Did you mean ${whole.join(' or ')}?`
        : meant === null
          ? `There are: ${known.join(', ')}.`
          : `Did you mean gatehouse ${meant}?`,
  ]
}

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

function notTaken(command: Command, option: OptionName): Wrong {
  const meant = guessOption(option, command.options)
  const guess = meant === null ? '' : `Did you mean ${meant}? `
  return [
    `gatehouse ${command.name} does not take --${option}.`,
    `${guess}Use: ${usageOf(command)}`,
  ]
}

const optionNames = Object.keys(every) as readonly OptionName[]

/** Null where the words and options fit the command. */
export function misfit(command: Command, { words, options }: Given): Wrong | null {
  const operands = words.slice(command.name.split(' ').length)
  const usage = `Use: ${usageOf(command)}`
  const missing = command.operands[operands.length]
  if (missing !== undefined && !missing.startsWith('['))
    return [`gatehouse ${command.name} needs ${missing}.`, usage]
  const extra =
    command.operands.at(-1)?.endsWith('…]') === true ? undefined : operands[command.operands.length]
  if (extra !== undefined) {
    const longer = operands.length === 1 ? nearest(extra, verbsBelow(command.name)) : null
    const guess = longer === null ? '' : `Did you mean gatehouse ${command.name} ${longer}? `
    return [`gatehouse ${command.name} does not take "${extra}".`, `${guess}${usage}`]
  }
  for (const [name, value] of options) {
    if (ofEvery.includes(name)) continue
    if (!command.options.includes(name)) return notTaken(command, name)
    if (name === 'totp' && !/^\d{6}$/.test(value))
      return ['--totp needs the six digits of a one-time code.', 'Write --totp 123456.']
    const listed = listedValues(command, name)
    if (listed.length > 0 && !listed.includes(value)) {
      const meant = /^\d+$/.test(value) ? null : nearest(value, listed)
      return [
        `--${name} needs one of: ${listed.join(', ')}.`,
        meant === null ? `Such as: --${name} ${listed[0]}` : `Did you mean --${name} ${meant}?`,
      ]
    }
  }
  return null
}

/** `step-up` is a command and has others below it. */
const verbsBelow = (name: string): readonly string[] =>
  topics.find((topic) => topic.name === name)?.verbs ?? []

/** `--format jsonl|csv|otel` takes these and no others; empty where other values may follow. */
function listedValues({ usage }: Command, name: OptionName): readonly string[] {
  const written = new RegExp(String.raw`--${name} ([^\s\]]+)`).exec(usage)?.[1]?.split('|') ?? []
  return written.length > 1 && written.every((word) => /^[a-z0-9][a-z0-9.-]*$/.test(word))
    ? written
    : []
}
