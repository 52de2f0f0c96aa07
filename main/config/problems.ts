// Turns what zod and yaml complain about into plain sentences with a hint. Never repeats text that
// may be a key.
import { dottedPath } from '../../contract/issue-text.ts'
import { z } from 'zod'
import { Config } from '../../contract/policy/config/config.ts'
import { nameHint } from './name-hint.ts'

export type Words = { readonly text: string; readonly hint: string }
type Issue = z.core.$ZodIssue

/** As much of a JSON Schema as is needed to know which keys can be where. */
export type Shape = {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}
/** Made when it is first asked for: only a file with a fault in it needs one. */
export function shapeOf(schema: z.ZodType): () => Shape {
  let shape: Shape | null = null
  return () => (shape ??= z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)
}
export const configShape = shapeOf(Config)

/** The keys known below `path`; empty where there are none. */
function knownKeys(shape: Shape, path: readonly PropertyKey[]): readonly string[] {
  const below = (forms: readonly Shape[], step: PropertyKey): readonly Shape[] =>
    forms.flatMap(({ properties, additionalProperties, items }) => {
      const next =
        typeof step === 'number' ? items : (properties?.[String(step)] ?? additionalProperties)
      return typeof next === 'object' ? formsOf(next) : []
    })
  return [
    ...new Set(
      path.reduce(below, formsOf(shape)).flatMap(({ properties }) => Object.keys(properties ?? {})),
    ),
  ]
}

const formsOf = (shape: Shape): readonly Shape[] =>
  shape.anyOf === undefined ? [shape] : shape.anyOf.flatMap(formsOf)

const looksLikeKey = /^(api[-_]?)?(key|token|secret|password)$/i

export function unknownKey(shape: Shape, path: readonly PropertyKey[], key: string): Words {
  const known = knownKeys(shape, path)
  const where =
    path.length === 0 ? 'Gatehouse knows no setting' : `${dottedPath(path)} knows no setting`
  const text = `${where} "${clip(key)}".`
  if (path[0] === 'model' && looksLikeKey.test(key)) {
    return {
      text,
      hint: 'Keys never belong in this file. Put the key into an environment variable and write its name as apiKeyEnv.',
    }
  }
  return { text, hint: nameHint(key, known) }
}

/**
 * Words for an issue that is not about an unknown key. `found` is the value in the file, undefined
 * when there is none.
 */
export function wordsOf(issue: Issue, found: unknown): Words {
  const name = dottedPath(issue.path) === '' ? 'The file' : dottedPath(issue.path)
  switch (issue.code) {
    case 'invalid_type':
      if (issue.path.length === 0) {
        return {
          text: `The file must consist of settings, but ${foundWords(found, issue.path)}.`,
          hint: 'Write "setting: value" lines.',
        }
      }
      return {
        text: `${name} must be ${expectedWords[issue.expected] ?? issue.expected}, but ${foundWords(found, issue.path)}.`,
        hint:
          found === null
            ? 'Give it a value, or remove the line to use the default.'
            : typeHint(issue.expected, found),
      }
    case 'invalid_value': {
      const values = issue.values.map(String)
      return {
        text: `${name} must be one of ${values.join(', ')}, but ${foundWords(found, issue.path)}.`,
        hint:
          typeof found === 'string'
            ? nameHint(found, values, 'Write one of')
            : `Write one of: ${values.join(', ')}.`,
      }
    }
    case 'too_small':
      if (found === '')
        return {
          text: `${name} must not be an empty text.`,
          hint: 'Give it a value, or remove the line to use the default.',
        }
      return {
        text: `${name} must be ${sizeWords('at least', issue.minimum, issue.origin)}, but ${foundWords(found, issue.path)}.`,
        hint: 'Use a larger value.',
      }
    case 'too_big':
      return {
        text: `${name} must be ${sizeWords('at most', issue.maximum, issue.origin)}, but ${foundWords(found, issue.path)}.`,
        hint: 'Use a smaller value.',
      }
    case 'invalid_format':
      if (issue.format === 'datetime')
        return {
          text: `${name} must be a date and time with its offset, but ${foundWords(found, issue.path)}.`,
          hint: 'Write it whole, such as 2026-12-31T18:00:00+01:00 or 2026-12-31T17:00:00Z.',
        }
      return issue.format === 'url'
        ? {
            text: `${name} must be an http or https address, but ${foundWords(found, issue.path)}.`,
            hint: 'Write it whole, such as http://127.0.0.1:11434/v1.',
          }
        : {
            text: `${name} must be ${issue.message}, but ${foundWords(found, issue.path)}.`,
            hint: formatHint(issue.path),
          }
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
      return {
        text: `${name} is not valid: ${issue.message}.`,
        hint: 'See docs/policy.md for the possible values.',
      }
  }
}

const expectedWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a section with keys of its own',
  record: 'a section with keys of its own',
}

const typeHint = (expected: string, found: unknown): string => {
  if (found === undefined) return 'Add it.'
  if (expected === 'boolean' && typeof found === 'string')
    return 'Write true or false, without quotes; yes and no are strings in YAML 1.2.'
  if (expected === 'array') return 'Put each value on a line of its own that begins with "- ".'
  if (expected === 'object') return 'Put its keys on the lines below, each two spaces further in.'
  if (expected === 'string') return 'Put quotes around it.'
  if (expected === 'number' || expected === 'int')
    return 'Write digits only, without quotes or a unit.'
  return 'Change the value.'
}

const formatHint = (path: readonly PropertyKey[]): string =>
  hints[String(path.findLast((step) => typeof step === 'string'))] ?? 'Change the value.'

const hosts =
  'Write the host in lower-case letters and without a path, such as example.org, or http://example.org where it is not https.'
const names = 'Use letters, digits, dots, hyphens and underscores, and * for any characters.'
const clocks =
  'Write hours and minutes of the day with two digits each, in quotes, such as "08:30".'
const hints: Readonly<Record<string, string>> = {
  apiKeyEnv:
    'Write only the name of the variable. If this is the key itself, remove it and create a new one, because it was in a file.',
  hosts,
  host: hosts,
  domains: hosts,
  tools: names,
  ids: names,
  agents: names,
  commands:
    'Write the first words of the command with one space between them, without quotes or pipes.',
  from: clocks,
  to: clocks,
  id: 'Give the rule a short name such as no-force-push.',
}

const sizeWords = (bound: string, size: number | bigint, origin: string): string =>
  origin === 'string'
    ? `${bound} ${size} characters long`
    : origin === 'array'
      ? `${bound} ${size} entries long`
      : `${bound} ${size}`

function foundWords(found: unknown, path: readonly PropertyKey[]): string {
  if (found === undefined) return 'it is missing'
  if (found === null) return 'it is empty'
  if (Array.isArray(found)) return 'it is a list'
  if (typeof found === 'object') return 'it is a section'
  if (typeof found === 'string') {
    const mayBeSecret = path.at(-1) === 'apiKeyEnv' || path.at(-1) === 'baseUrl'
    return mayBeSecret ? `it is a text of ${found.length} characters` : `it is "${clip(found)}"`
  }
  return `it is ${clip(JSON.stringify(found))}`
}

const clip = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 59)}…`)
