// The words that a schema of arguments may have, and what each may be set to. Pure.

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
const text = holds((value) => typeof value === 'string', 'a text')
const size = holds(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  'a whole number, 0 or more',
)
const number = holds((value) => typeof value === 'number' && Number.isFinite(value), 'a number')
const flag = holds((value) => typeof value === 'boolean', 'true or false')
const tables = holds(isTable, 'a table of tables')
const schema = holds((value) => isTable(value) || typeof value === 'boolean', 'a table')
const list = holds((value) => Array.isArray(value) && value.length > 0, 'a list with entries')
const names = holds(
  (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  'a list of names',
)
const anything: Keyword = {
  fault: (value) => (value instanceof Date ? 'must not be a date: write it as a text' : null),
}

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
  return all.length > 0 && all.every((one) => typeof one === 'string' && TYPES.includes(one))
    ? null
    : `must be one of ${TYPES.join(', ')}`
}

export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['type', { fault: typeFault, choices: TYPES }],
  ['title', text],
  ['description', text],
  ['$comment', text],
  ['default', anything],
  ['examples', list],
  ['deprecated', flag],
  ['enum', list],
  ['const', anything],
  [
    'format',
    {
      fault: (value) =>
        FORMATS.includes(String(value)) ? null : `must be one of ${FORMATS.join(', ')}`,
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
  ['multipleOf', holds((value) => typeof value === 'number' && value > 0, 'a number above 0')],
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
  ['dependentRequired', tables],
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

type Short = { readonly means: string; readonly of: readonly string[] }

export const SHORT: ReadonlyMap<string, Short> = new Map([
  ['max_length', { means: 'maxLength', of: ['string'] }],
  ['min_length', { means: 'minLength', of: ['string'] }],
  ['min', { means: 'minimum', of: ['integer', 'number'] }],
  ['max', { means: 'maximum', of: ['integer', 'number'] }],
])

/** Why a keyword cannot have this value, as the end of a sentence; null when it can. */
export function keywordFault(
  key: string,
  value: unknown,
  node: Readonly<Record<string, unknown>>,
): string | null {
  const own = KEYWORDS.get(key)?.fault(value) ?? null
  if (own !== null) return own
  if (key === 'patternProperties')
    for (const pattern of Object.keys(value as object)) {
      const fault = patternFault(pattern)
      if (fault !== null) return `has a key that ${fault}`
    }
  // An empty range is a slip: no argument could ever fit.
  const upper = { minLength: 'maxLength', minimum: 'maximum', minItems: 'maxItems' }[key]
  const most = upper === undefined ? undefined : (node[upper] ?? shortFor(node, upper))
  return typeof most === 'number' && typeof value === 'number' && value > most
    ? `is greater than ${upper}, so no value fits`
    : null
}

const shortFor = (node: Readonly<Record<string, unknown>>, means: string): unknown =>
  [...SHORT].flatMap(([short, one]) => (one.means === means ? [node[short]] : []))[0]
