// Reads the words of a command line. Knows the options, not what they do.
import { parseArgs } from 'node:util'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import { nearest } from '../../../contract/nearest.ts'
import { options } from './options.ts'
import type { OptionName } from './options.ts'

export type Given = {
  readonly words: readonly string[]
  /** Every option that was given; a switch has the value ''. */
  readonly options: ReadonlyMap<OptionName, string>
}

/** Options may be anywhere; what follows `--` are words. Fails with `usage`. */
export function readArguments(argv: readonly string[]): Result<Given, Failure> {
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const words: string[] = []
  const given = new Map<OptionName, string>()
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    if (!isOption(name)) return err(unknownOption(rawName))
    if (options[name].type === 'boolean') {
      if (value !== undefined && name !== 'session')
        return err(failure('usage', `${rawName} takes no value.`, `Write ${rawName} alone.`))
      given.set(name, value ?? '')
      continue
    }
    if (value === undefined || isOptionLike(value, token.inlineValue === true))
      return err(failure('usage', `${rawName} needs a value.`, `Write ${rawName} VALUE.`))
    if (given.has(name))
      return err(failure('usage', `${rawName} is given twice.`, 'Keep one of them.'))
    given.set(name, value)
  }
  return ok({ words, options: given })
}

/** `--args --json` is a forgotten value, not a value. */
const isOptionLike = (value: string, inline: boolean): boolean =>
  !inline && value.startsWith('--') && value.length > 2

const isOption = (name: string): name is OptionName => Object.hasOwn(options, name)

function unknownOption(rawName: string): Failure {
  const meant = nearest(rawName.replace(/^-+/, ''), Object.keys(options))
  return failure(
    'usage',
    `There is no option ${rawName}.`,
    meant === null ? 'See: gatehouse help' : `Did you mean --${meant}?`,
  )
}
