// What may follow what on a command line, read from the table of commands: the one source of the
// completions and of the manual page.
import { options as known } from '../options.ts'
import type { OptionName } from '../options.ts'
import type { Command } from '../command.ts'

/** What may be after an option, or as an operand. */
export type Value =
  | { readonly kind: 'switch' }
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly files: boolean }
  | { readonly kind: 'files' }
  | { readonly kind: 'free' }

export type OptionSyntax = {
  /** `--config`, `-n`. */
  readonly flags: readonly string[]
  readonly value: Value
}

/** A point that the words of a command line can have reached; '' is the program itself. */
export type Node = {
  readonly path: string
  /** Null where the words so far are no command yet. */
  readonly command: Command | null
  readonly next: readonly { readonly word: string; readonly summary: string }[]
  readonly options: readonly OptionSyntax[]
  readonly operands: readonly Value[]
}

const ofEvery: readonly OptionSyntax[] = [
  { flags: ['--json'], value: { kind: 'switch' } },
  { flags: ['--config'], value: { kind: 'files' } },
  { flags: ['--help'], value: { kind: 'switch' } },
]
const ofProgram: readonly OptionSyntax[] = [
  ...ofEvery,
  { flags: ['--version'], value: { kind: 'switch' } },
]
const HELP = { word: 'help', summary: 'Show what a command takes' }

/** Every node, the program first, then in the order of the table. */
export function readSyntax(commands: readonly Command[]): readonly Node[] {
  const paths = new Set([''])
  for (const { name } of commands) {
    const words = name.split(' ')
    words.forEach((_, at) => paths.add(words.slice(0, at + 1).join(' ')))
  }
  return [...paths].map((path) => {
    const command = commands.find(({ name }) => name === path) ?? null
    const next = nextOf(path, commands)
    return {
      path,
      command,
      next: path === '' ? [...next, HELP] : next,
      options: path === '' ? ofProgram : command === null ? ofEvery : optionsOf(command),
      operands: command?.operands.map((operand) => operandValue(command, operand)) ?? [],
    }
  })
}

function nextOf(path: string, commands: readonly Command[]): Node['next'] {
  const first = path === '' ? '' : `${path} `
  const below = commands.filter(({ name }) => name !== path && name.startsWith(first))
  const words = [...new Set(below.map(({ name }) => name.slice(first.length).split(' ')[0] ?? ''))]
  return words.map((word) => {
    const whole = `${first}${word}`
    const exact = commands.find(({ name }) => name === whole)
    if (exact !== undefined) return { word, summary: sentence(exact.summary) }
    const verbs = below.flatMap(({ name }) =>
      name.startsWith(`${whole} `) ? [name.slice(whole.length + 1)] : [],
    )
    return { word, summary: verbs.join(', ') }
  })
}

/** As much of a summary as fits beside a word. */
export const sentence = (summary: string): string =>
  summary.split(/[.:;] /, 1)[0]?.replace(/\.$/, '') ?? ''

const optionsOf = (command: Command): readonly OptionSyntax[] => [
  ...command.options.map((name) => optionSyntax(command, name)),
  ...ofEvery,
]

function optionSyntax(command: Command, name: OptionName): OptionSyntax {
  const option: { readonly type: string; readonly short?: string } = known[name]
  const flags = [`--${name}`, ...(option.short === undefined ? [] : [`-${option.short}`])]
  const pattern = flags.map((flag) => flag.replaceAll('-', String.raw`\-`)).join('|')
  // `--for run|hour` and `--session=ID`, but nothing in `--always | --scope JSON`.
  const written = new RegExp(String.raw`(?:${pattern})[ =]([^\s\]|-][^\s\]]*)`).exec(command.usage)
  const value = written?.[1]
  if (value === undefined) return { flags, value: { kind: 'switch' } }
  return { flags, value: valueOf(value) }
}

function operandValue(command: Command, operand: string): Value {
  const name = operand.replace(/^\[|\]$/g, '')
  const words = command.choices?.[name.replace(/ …$/, '')]
  return words === undefined ? valueOf(name) : { kind: 'words', words, files: false }
}

/** From how a value is written in the usage: choices in small letters, placeholders in capitals. */
function valueOf(written: string): Value {
  const parts = written.split('|')
  const words = parts.filter((part) => /^[a-z0-9][a-z0-9-]*$/.test(part))
  const files = parts.some((part) => /^(FILE|PATH)\b/.test(part))
  if (words.length > 0) return { kind: 'words', words, files }
  return files ? { kind: 'files' } : { kind: 'free' }
}
