// What is wrong with one value, in plain words, for an agent, a person or a script.
// The validator's own sentences ("Too small: expected string to have >=1 characters") are not shown.
import type { z } from 'zod'

/** `limit: must be at most 100`: the place and what it must be. A schema's own sentence is kept. */
export function issueText(issue: z.core.$ZodIssue, whole: unknown): string {
  const words = isValidatorsOwn.test(issue.message)
    ? wordsFor(issue, valueAt(whole, issue.path))
    : issue.message.slice(0, 200)
  return issue.path.length === 0 ? words : `${dottedPath(issue.path)}: ${words}`
}

const isValidatorsOwn = /^(?:Invalid |Too small|Too big|Unrecognized key)/

function wordsFor(issue: z.core.$ZodIssue, found: unknown): string {
  if (found === undefined && issue.code !== 'unrecognized_keys') return 'is missing'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeWords[issue.expected] ?? `a ${issue.expected}`}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_small':
      return found === '' || (Array.isArray(found) && found.length === 0)
        ? 'must not be empty'
        : `must ${bound(issue.origin, 'at least', issue.minimum, issue.inclusive)}`
    case 'too_big':
      return `must ${bound(issue.origin, 'at most', issue.maximum, issue.inclusive)}`
    case 'invalid_format':
      return `must be ${formatWords[issue.format] ?? `of the form ${issue.pattern ?? issue.format}`}`
    case 'unrecognized_keys':
      return `${issue.keys.map((key) => JSON.stringify(key)).join(', ')} ${issue.keys.length === 1 ? 'is' : 'are'} unknown`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'has a form that is not possible here'
  }
}

function bound(
  origin: string,
  side: 'at least' | 'at most',
  limit: number | bigint,
  inclusive = true,
): string {
  const exact = inclusive ? side : side === 'at least' ? 'more than' : 'less than'
  const unit = units[origin]
  return unit === undefined
    ? `be ${exact} ${limit}`
    : `have ${exact} ${limit} ${unit}${limit === 1 ? '' : 's'}`
}

const units: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'item',
  file: 'byte',
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const formatWords: Readonly<Record<string, string>> = {
  url: 'a whole address, such as https://example.org/page',
  email: 'an email address',
  datetime: 'a date and time with its offset, such as 2026-12-31T18:00:00+01:00',
  date: 'a date, such as 2026-12-31',
  time: 'a time, such as 18:00:00',
  uuid: 'a UUID',
  regex: 'of the form that the schema gives',
}

const valueAt = (whole: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      value !== null && typeof value === 'object' && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    whole,
  )

/** `filter.kinds[2]`; empty for the whole. */
export const dottedPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) =>
      typeof key === 'number'
        ? `${text}[${key}]`
        : text === ''
          ? String(key)
          : `${text}.${String(key)}`,
    '',
  )
