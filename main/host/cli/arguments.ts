// Reads the words of a command line. Knows the options, not what they do.
import { parseArgs } from 'node:util'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import { options } from './options.ts'
import type { OptionName } from './options.ts'

export type Given = {
  readonly words: readonly string[]
  /** Every option that was given; a switch has the value ''. */
  readonly options: ReadonlyMap<OptionName, string>
}

export type Misread =
  | { readonly kind: 'misused'; readonly error: Failure }
  /** It has no value; `words`: what else was written, whose command may not take it at all. */
  | {
      readonly kind: 'no-value'
      readonly option: OptionName
      readonly error: Failure
      readonly words: readonly string[]
    }
  /** `words`: what else was written, which says what the option may have meant. */
  | { readonly kind: 'unknown'; readonly option: string; readonly words: readonly string[] }

const misused = (text: string, hint: string): Result<never, Misread> =>
  err({ kind: 'misused', error: failure('usage', text, hint) })

/** Options may be anywhere; what follows `--` are words. */
export function readArguments(argv: readonly string[]): Result<Given, Misread> {
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const all = tokens.flatMap((one) => (one.kind === 'positional' ? [one.value] : []))
  const words: string[] = []
  const given = new Map<OptionName, string>()
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    if (!isOption(name)) {
      // `-help` is read as four letters.
      const written = argv[token.index] ?? rawName
      const option = written.startsWith('--') ? rawName : written
      return err({ kind: 'unknown', option, words: all })
    }
    if (options[name].type === 'boolean') {
      if (value !== undefined && name !== 'session')
        return misused(`${rawName} takes no value.`, `Write ${rawName} alone.`)
      given.set(name, value ?? '')
      continue
    }
    if (value === undefined || isOptionLike(value, token.inlineValue === true))
      return err({
        kind: 'no-value',
        option: name,
        error: failure('usage', `${rawName} needs a value.`, `Write ${rawName} VALUE.`),
        words: all,
      })
    if (given.has(name)) return misused(`${rawName} is given twice.`, 'Keep one of them.')
    given.set(name, value)
  }
  return ok({ words, options: given })
}

/** `--args --json` is a forgotten value, not a value. */
const isOptionLike = (value: string, inline: boolean): boolean =>
  !inline && value.startsWith('--') && value.length > 2

const isOption = (name: string): name is OptionName => Object.hasOwn(options, name)
