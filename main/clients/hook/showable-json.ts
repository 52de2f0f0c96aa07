// JSON whose every value can be shown to a person as it was written. An agent runs the text it sent,
// and a person approves what was read of it: what is another thing once it is read is refused.

import { repeatedKey } from '../../../contract/strict-json.ts'

/** Says in words what it is. */
export class Unshowable extends Error {}

/** Throws `SyntaxError`, and `Unshowable` with what cannot be shown. */
export function readShowableJson(text: string): unknown {
  const value: unknown = readExact(text)
  const key = repeatedKey(text)
  if (key !== null)
    throw new Unshowable(
      `an object in it has the key ${JSON.stringify(key.slice(0, 40))} twice, so it says two things`,
    )
  return value
}

function readExact(text: string): unknown {
  return JSON.parse(text, (key: string, value: unknown, from?: { readonly source?: string }) => {
    if (key === '__proto__')
      throw new Unshowable('an argument is called __proto__, which cannot be shown')
    if (typeof value === 'number' && from?.source !== undefined && !isExact(value, from.source))
      throw new Unshowable(
        `the number ${from.source.slice(0, 40)} has more digits than can be shown exactly`,
      )
    return value
  })
}

/** Whether the number as it is shown is the one that was written. */
const isExact = (value: number, source: string): boolean =>
  source === String(value) || decimal(source) === decimal(String(value))

/** Digits without zeroes around them, and where the point is. */
function decimal(number: string): string {
  const [mantissa = '', exponent = '0'] = number.replace('-', '').toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const short = digits.replace(/0+$/, '')
  const scale = Number(exponent) - fraction.length + (digits.length - short.length)
  return short === '' ? '0' : `${number.startsWith('-') ? '-' : ''}${short}e${scale}`
}
