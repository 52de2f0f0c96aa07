// Turns what the schema of a file complains about into sentences with a hint. Pure.
import { dottedPath } from '../../../contract/issue-text.ts'
import { z } from 'zod'
import { nearest } from '../../../contract/nearest.ts'
import { quoted } from '../../../contract/plugin/visible-text.ts'

export type Words = { readonly text: string; readonly hint: string }
type Issue = z.core.$ZodIssue

const clip = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 59)}…`)

/** @param known the keys that can be there. */
export function unknownKeyWords(
  path: readonly PropertyKey[],
  key: string,
  known: readonly string[],
): Words {
  const text =
    path.length === 0
      ? `A manifest has no key ${quoted(clip(key))}.`
      : `${dottedPath(path)} has no key ${quoted(clip(key))}.`
  const meant = nearest(key, known)
  return {
    text,
    hint: meant === null ? `Possible keys: ${known.join(', ')}.` : `Did you mean "${meant}"?`,
  }
}

/** Keys of the part of a schema that a path leads to. */
export function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let forms = formsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)
  for (const step of path)
    forms = forms.flatMap(({ properties, items, additionalProperties }) => {
      const next =
        typeof step === 'number' ? items : (properties?.[String(step)] ?? additionalProperties)
      return typeof next === 'object' ? formsOf(next) : []
    })
  return [...new Set(forms.flatMap(({ properties }) => Object.keys(properties ?? {})))]
}

type Shape = {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
}
const formsOf = (shape: Shape): readonly Shape[] =>
  [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].length === 0
    ? [shape]
    : [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap(formsOf)

/**
 * Words for an issue that is not about an unknown key. `found`: undefined where nothing is there.
 * `digits`: a number as it was written, of which the value may be no more than the nearest.
 */
export function issueWords(issue: Issue, found: unknown, digits: string | null = null): Words {
  const isRounded = Number.isInteger(found) && !Number.isSafeInteger(found)
  const said = (): string => (isRounded && digits !== null ? clip(digits) : foundWords(found))
  const name = dottedPath(issue.path) || 'The file'
  if (found === undefined && issue.code !== 'custom')
    return { text: `${name} is missing.`, hint: `Add it: ${String(issue.path.at(-1) ?? name)} = …` }
  switch (issue.code) {
    case 'invalid_type':
      return {
        text: `${name} must be ${expectedWords[issue.expected] ?? issue.expected}, but it is ${said()}.`,
        hint: typeHint(issue),
      }
    case 'invalid_value':
    case 'invalid_union': {
      const possible = issue.code === 'invalid_value' ? issue.values : unionValues(issue)
      const values = possible.map(String)
      const meant = typeof found === 'string' ? nearest(found, values) : null
      const list = values.length === 0 ? 'Change the value.' : `Write one of: ${values.join(', ')}.`
      // The very value, but as a text.
      const unquoted = typeof found === 'string' && !possible.includes(found) && meant === found
      return {
        text:
          values.length === 0
            ? `${name} has a form that is not possible here.`
            : `${name} must be one of ${values.join(', ')}, but it is ${said()}.`,
        hint: unquoted
          ? `Write ${meant}, without quotes.`
          : meant === null
            ? list
            : `Did you mean "${meant}"? ${list}`,
      }
    }
    case 'too_small': {
      const isEmpty = found === '' || (Array.isArray(found) && found.length === 0)
      return {
        text: isEmpty
          ? `${name} must not be empty.`
          : `${name} must be ${bound('at least', issue.minimum, issue.origin)}, but it ${sizeWords(found, said())}.`,
        hint: isEmpty ? 'Write something there.' : 'Use a larger value.',
      }
    }
    case 'too_big':
      return {
        text: `${name} must be ${bound('at most', issue.maximum, issue.origin)}, but it ${sizeWords(found, said())}.`,
        hint: typeof found === 'number' ? 'Use a smaller value.' : 'Make it shorter.',
      }
    case 'invalid_format':
    case 'custom':
      return {
        text: `${name} must be ${issue.message}, but it is ${said()}.`,
        hint: 'Change the value.',
      }
    case 'invalid_key': {
      const [first] = issue.issues
      return {
        text: `A name in ${dottedPath(issue.path.slice(0, -1)) || 'the file'} must be ${first?.message ?? 'another'}, but it is ${quoted(clip(String(issue.path.at(-1))))}.`,
        hint: 'Rename it, here and in every place that names it.',
      }
    }
    case 'unrecognized_keys':
    case 'invalid_element':
    case 'not_multiple_of':
      return { text: `${name} is not valid: ${issue.message}.`, hint: 'Change the value.' }
  }
}

const unionValues = (
  issue: Extract<Issue, { code: 'invalid_union' }>,
): readonly z.core.util.Primitive[] => [
  ...('options' in issue ? (issue.options ?? []) : []),
  ...issue.errors.flatMap((issues) =>
    issues.flatMap((inner) => (inner.code === 'invalid_value' ? inner.values : [])),
  ),
]

const expectedWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a table',
  record: 'a table',
}
const typeHints: Readonly<Record<string, string>> = {
  string: 'Put it in quotes.',
  number: 'Write digits only, without quotes.',
  int: 'Write digits only, without quotes.',
  boolean: 'Write true or false, without quotes.',
  array: 'Write it in square brackets, such as ["a", "b"].',
}

function typeHint({ expected, path }: Extract<Issue, { code: 'invalid_type' }>): string {
  if (expected !== 'object' && expected !== 'record')
    return typeHints[expected] ?? 'Change the value.'
  return path.some((step) => typeof step === 'number')
    ? 'Write it in curly brackets, such as { key = "value" }.'
    : `Write it as a table of its own: [${dottedPath(path)}], with its keys below.`
}

const bound = (word: string, size: number | bigint, origin: string): string =>
  origin === 'string'
    ? `${word} ${size} characters long`
    : origin === 'array'
      ? `${word} ${size} entries long`
      : `${word} ${size}`

const sizeWords = (found: unknown, said: string): string =>
  typeof found === 'string' || Array.isArray(found) ? `has ${found.length}` : `is ${said}`

function foundWords(found: unknown): string {
  if (found === undefined) return 'missing'
  if (found instanceof Date) return 'a date'
  if (Array.isArray(found)) return 'a list'
  if (typeof found === 'object') return 'a table'
  if (typeof found === 'string') return quoted(clip(found))
  // JSON has no words for infinity, and for what is no number.
  if (typeof found === 'number') return String(found)
  return clip(JSON.stringify(found))
}
