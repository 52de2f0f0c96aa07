// Numbers and times in the options of a command line.
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { Call } from './command.ts'
import type { OptionName } from './options.ts'

type Read = Result<number | undefined, Failure>

/** Null where this is no whole number from `least` to `most`, written in digits. */
function wholeNumber(text: string, least: number, most: number): number | null {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : null
  return value === null || value < least || value > most ? null : value
}

/** Undefined where the option is not given. Fails with `usage`. */
export function numberOption(
  { options }: Pick<Call, 'options'>,
  name: OptionName,
  { least, most }: { readonly least: number; readonly most: number },
): Read {
  const text = options.get(name)
  if (text === undefined) return ok(undefined)
  const value = wholeNumber(text, least, most)
  return value === null
    ? err(
        failure(
          'usage',
          `--${name} needs a whole number from ${least} to ${most}.`,
          `Such as: --${name} ${Math.max(least, 60) <= most ? Math.max(least, 60) : least}`,
        ),
      )
    : ok(value)
}

/** In milliseconds since 1970; undefined where the option is not given. Fails with `usage`. */
export function timeOption({ options }: Pick<Call, 'options'>, name: OptionName): Read {
  const text = options.get(name)
  if (text === undefined) return ok(undefined)
  const at = Date.parse(text)
  return Number.isNaN(at)
    ? err(
        failure(
          'usage',
          `--${name} is not a date and time.`,
          `Such as: --${name} 2026-12-24T08:00:00+01:00`,
        ),
      )
    : ok(at)
}
