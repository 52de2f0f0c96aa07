// The words that a schema of arguments may have, and what each may be set to. Pure.
import { hiddenIn } from '../../../contract/plugin/visible-text.ts'

type Keyword = {
  /** Null: it fits. Else why not, as the end of a sentence. */
  readonly fault: (value: unknown) => string | null
  readonly choices?: readonly string[]
}

const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']
/** Those that are checked; another one would be checked by nobody. */
const FORMATS = [
  ...['date', 'time', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri'],
  ...['uri-reference', 'uri-template', 'url', 'uuid', 'regex', 'json-pointer'],
  ...['json-pointer-uri-fragment', 'relative-json-pointer'],
]

const holds = (test: (value: unknown) => boolean, words: string): Keyword => ({
  fault: (value) => (test(value) ? null : `must be ${words}`),
})
const isTable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
const text: Keyword = {
  fault: (value) =>
    typeof value !== 'string'
      ? 'must be a text'
      : hiddenIn(value, true) === null
        ? null
        : `must not have a hidden character (${hiddenIn(value, true)})`,
}
const size = holds(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  'a whole number, 0 or more',
)
const number: Keyword = {
  fault: (value) =>
    typeof value === 'number' && Number.isFinite(value) ? jsonFault(value) : 'must be a number',
}
const flag = holds((value) => typeof value === 'boolean', 'true or false')
const tables = holds(isTable, 'a table of tables')
const schema = holds((value) => isTable(value) || typeof value === 'boolean', 'a table')
const list = holds((value) => Array.isArray(value) && value.length > 0, 'a list with entries')
const areNames = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((name) => typeof name === 'string') &&
  new Set(value).size === value.length
const names = holds(areNames, 'a list of names, each of them once')
const anything: Keyword = { fault: jsonFault }
const values: Keyword = { fault: (value) => list.fault(value) ?? jsonFault(value) }

/** What TOML has and JSON has not, at any depth. */
function jsonFault(value: unknown): string | null {
  if (value instanceof Date) return 'must not be a date: write it as a text'
  if (Array.isArray(value)) return firstFault(value)
  if (typeof value === 'object' && value !== null) return firstFault(Object.values(value))
  if (typeof value !== 'number') return null
  if (!Number.isFinite(value)) return `must not be ${value}, which no argument can be`
  return isExact(value) ? null : 'must not be a number that is too large to be exact'
}
const firstFault = (members: readonly unknown[]): string | null =>
  members.map(jsonFault).find((fault) => fault !== null) ?? null
const isExact = (value: number): boolean => !Number.isInteger(value) || Number.isSafeInteger(value)

const LONGEST_PATTERN = 1_000

export function patternFault(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a text'
  if (value.length > LONGEST_PATTERN) return `must be at most ${LONGEST_PATTERN} characters long`
  try {
    RegExp(value, 'u')
    return null
  } catch (error) {
    return `must be a regular expression: ${(error as Error).message.replace(/^Invalid regular expression: /, '')}`
  }
}

const typeFault = (value: unknown): string | null => {
  const all = [value].flat()
  return all.length > 0 &&
    all.every((one) => typeof one === 'string' && TYPES.includes(one)) &&
    new Set(all).size === all.length
    ? null
    : `must be one of ${TYPES.join(', ')}`
}

export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['type', { fault: typeFault, choices: TYPES }],
  ['title', text],
  ['description', text],
  ['$comment', text],
  ['default', anything],
  ['examples', values],
  ['deprecated', flag],
  ['enum', values],
  ['const', anything],
  [
    'format',
    {
      fault: (value) =>
        typeof value === 'string' && FORMATS.includes(value)
          ? null
          : `must be one of ${FORMATS.join(', ')}`,
      choices: FORMATS,
    },
  ],
  ['pattern', { fault: patternFault }],
  ['minLength', size],
  ['maxLength', size],
  ['minimum', number],
  ['maximum', number],
  ['exclusiveMinimum', number],
  ['exclusiveMaximum', number],
  [
    'multipleOf',
    holds(
      (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
      'a number above 0',
    ),
  ],
  ['items', schema],
  ['prefixItems', list],
  ['contains', schema],
  ['minContains', size],
  ['maxContains', size],
  ['minItems', size],
  ['maxItems', size],
  ['uniqueItems', flag],
  ['properties', tables],
  ['required', names],
  ['additionalProperties', schema],
  ['patternProperties', tables],
  ['propertyNames', schema],
  ['minProperties', size],
  ['maxProperties', size],
  [
    'dependentRequired',
    holds(
      (value) => isTable(value) && Object.values(value as object).every(areNames),
      'a table of lists of names, each of them once',
    ),
  ],
  ['dependentSchemas', tables],
  ['allOf', list],
  ['anyOf', list],
  ['oneOf', list],
  ['not', schema],
  ['if', schema],
  ['then', schema],
  ['else', schema],
  ['$defs', tables],
  [
    '$ref',
    holds(
      (value) => typeof value === 'string' && value.startsWith('#/'),
      'a place in this schema, such as #/$defs/name',
    ),
  ],
])

/** Words of the older form, and what each means. */
export const SHORT: ReadonlyMap<string, string> = new Map([
  ['max_length', 'maxLength'],
  ['min_length', 'minLength'],
  ['min', 'minimum'],
  ['max', 'maximum'],
])

/** Why a keyword cannot have this value, as the end of a sentence; null when it can. */
export function keywordFault(key: string, value: unknown): string | null {
  const own = KEYWORDS.get(key)?.fault(value) ?? null
  if (own !== null || key !== 'patternProperties') return own
  for (const pattern of Object.keys(value as object)) {
    const fault = patternFault(pattern)
    if (fault !== null) return `has a key that ${fault}`
  }
  return null
}
