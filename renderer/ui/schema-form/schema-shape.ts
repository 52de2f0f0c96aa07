// A JSON Schema as the fields of a form. Pure. What has no field of its own (choices between forms,
// references, anything at all) is written as JSON: nothing that the schema takes is out of reach.

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

export type Shape =
  | {
      readonly kind: 'text'
      readonly min: number
      readonly max: number | null
      readonly pattern: string | null
      readonly long: boolean
    }
  | {
      readonly kind: 'number'
      readonly whole: boolean
      readonly min: number | null
      readonly max: number | null
    }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly options: readonly JsonValue[] }
  | {
      readonly kind: 'list'
      readonly of: Shape
      readonly hint: string
      readonly min: number
      readonly max: number | null
    }
  | { readonly kind: 'object'; readonly fields: readonly Field[] }
  | { readonly kind: 'json' }

export type Field = {
  readonly name: string
  readonly hint: string
  readonly required: boolean
  /** What counts when nothing is given; undefined when nothing does. */
  readonly usual: JsonValue | undefined
  readonly shape: Shape
}

/** Deeper than this, JSON is easier to write than a form. */
const DEEPEST = 4
const COMPOSED = [
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  '$ref',
  '$dynamicRef',
  'patternProperties',
  'prefixItems',
] as const
const LONG = /text|content|body|message|script|prompt|patch|diff|markdown/i

export function shapeOf(schema: unknown, name = '', depth = 0): Shape {
  if (!isRecord(schema) || COMPOSED.some((key) => key in schema) || depth > DEEPEST)
    return { kind: 'json' }
  if (Array.isArray(schema['enum']) && schema['enum'].length > 0)
    return { kind: 'choice', options: schema['enum'] as JsonValue[] }
  if ('const' in schema) return { kind: 'choice', options: [schema['const'] as JsonValue] }
  switch (schema['type']) {
    case 'string': {
      const max = number(schema['maxLength'])
      const pattern = typeof schema['pattern'] === 'string' ? schema['pattern'] : null
      const long =
        LONG.test(name) &&
        pattern === null &&
        schema['format'] === undefined &&
        (max === null || max > 200)
      return { kind: 'text', min: number(schema['minLength']) ?? 0, max, pattern, long }
    }
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        whole: schema['type'] === 'integer',
        min: lowest(schema),
        max: highest(schema),
      }
    case 'boolean':
      return { kind: 'flag' }
    case 'array': {
      if (!isRecord(schema['items'])) return { kind: 'json' }
      const of = shapeOf(schema['items'], name, depth + 1)
      return {
        kind: 'list',
        of,
        hint: text(schema['items']['description']),
        min: number(schema['minItems']) ?? 0,
        max: number(schema['maxItems']),
      }
    }
    case 'object':
      return objectShape(schema, depth)
    default:
      return { kind: 'json' }
  }
}

function objectShape(schema: Readonly<Record<string, unknown>>, depth: number): Shape {
  const { properties, required, additionalProperties } = schema
  if (!isRecord(properties)) {
    // A tool without arguments has an empty form; any keys at all are JSON.
    return depth === 0 && additionalProperties === false
      ? { kind: 'object', fields: [] }
      : { kind: 'json' }
  }
  const needed = Array.isArray(required) ? required : []
  return {
    kind: 'object',
    fields: Object.entries(properties).map(([name, own]) => ({
      name,
      hint: isRecord(own) ? text(own['description']) : '',
      required: needed.includes(name),
      usual: isRecord(own) && 'default' in own ? (own['default'] as JsonValue) : undefined,
      shape: shapeOf(own, name, depth + 1),
    })),
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/**
 * Of a whole number the bounds that leave one out are the next ones; schemas made by machines say
 * the widest there are.
 */
function lowest(schema: Readonly<Record<string, unknown>>): number | null {
  const over = number(schema['exclusiveMinimum'])
  const least =
    number(schema['minimum']) ?? (over !== null && schema['type'] === 'integer' ? over + 1 : over)
  return least === null || least <= Number.MIN_SAFE_INTEGER ? null : least
}
function highest(schema: Readonly<Record<string, unknown>>): number | null {
  const under = number(schema['exclusiveMaximum'])
  const most =
    number(schema['maximum']) ??
    (under !== null && schema['type'] === 'integer' ? under - 1 : under)
  return most === null || most >= Number.MAX_SAFE_INTEGER ? null : most
}
