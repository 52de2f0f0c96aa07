// The arguments of a tool, one by one, as its JSON Schema has them: what is beyond each, and what is
// of another type.

type At = {
  /** Names of properties; the items of a list are at the place of their list. */
  readonly place: readonly string[]
  readonly is: 'text' | 'choice' | 'number' | 'flag' | 'list' | 'record' | 'json' | 'object'
}
export type Leaf = At & {
  /** Has an end on each side. */
  readonly bounded: boolean
  readonly beyond: readonly unknown[]
  readonly otherTypes: readonly unknown[]
}

type Schema = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** The one entry of a record that the right calls have. */
const ENTRIES: Readonly<Record<string, string>> = { headers: 'accept', inputs: 'level' }

export const leavesOf = (schema: unknown): readonly Leaf[] =>
  Object.entries((schema as Schema).properties ?? {}).flatMap(([name, each]) =>
    leaves(each, [name]),
  )

const MEGABYTES = 3 * 1024 * 1024
/** Of each form that an argument of text may have. */
const longTexts = [
  ...['a', 'A', '1', '/', '_'].map((letter) => letter.repeat(MEGABYTES)),
  `2026-11-24T14:00:00.${'0'.repeat(MEGABYTES)}Z`,
  `a@${'a'.repeat(MEGABYTES)}.org`,
  `t3_${'a'.repeat(MEGABYTES)}`,
  `${'a'.repeat(MEGABYTES)}.md`,
  `https://example.org/${'a'.repeat(MEGABYTES)}`,
]

function leaves(schema: Schema, place: readonly string[]): readonly Leaf[] {
  const { type, anyOf, properties, additionalProperties, items } = schema
  if (anyOf !== undefined)
    return anyOf.flatMap((each) => (each.type === 'null' ? [] : leaves(each, place)))
  if (schema.$ref !== undefined)
    return [
      {
        place,
        is: 'json',
        bounded: true,
        beyond: [longTexts[0], { a: longTexts }],
        otherTypes: [],
      },
    ]
  const leaf = (
    is: Leaf['is'],
    bounded: boolean,
    beyond: readonly unknown[],
    otherTypes: readonly unknown[],
  ): Leaf => ({
    place,
    is,
    bounded,
    beyond,
    otherTypes,
  })
  if (schema.enum !== undefined)
    return place[0] === 'action'
      ? []
      : [leaf('choice', true, ['nothing like it', ''], [0, true, ['x'], {}])]
  switch (type) {
    case 'string': {
      const { minLength = 0, maxLength } = schema
      const long = maxLength === undefined ? longTexts : ['x'.repeat(maxLength + 1)]
      const short = minLength > 0 ? [''] : []
      return [leaf('text', true, [...long, ...short], [0, true, ['x'], { x: 1 }])]
    }
    case 'integer':
    case 'number': {
      const { minimum, maximum } = schema
      const bounded = minimum !== undefined && maximum !== undefined
      const beyond = [(minimum ?? 0) - 1, (maximum ?? 0) + 2, 1e300, -1e300, Number.NaN, Infinity]
      return [
        leaf('number', bounded, bounded ? beyond : [], [
          '1',
          true,
          [1],
          {},
          ...(type === 'integer' ? [1.5] : []),
        ]),
      ]
    }
    case 'boolean':
      return [leaf('flag', true, [], ['true', 1, 0, 'no', []])]
    case 'array': {
      const { maxItems, minItems = 0 } = schema
      return [
        leaf(
          'list',
          maxItems !== undefined,
          [],
          ['x', 1, true, {}, [null], [[]], ...(minItems > 0 ? [[]] : [])],
        ),
        ...leaves(items ?? {}, place).filter(({ is }) => is !== 'choice'),
      ]
    }
    case 'object': {
      if (properties !== undefined)
        return [
          leaf('object', additionalProperties === false, [], ['x', 1, true, [1], { surprise: 1 }]),
          ...Object.entries(properties).flatMap(([name, each]) => leaves(each, [...place, name])),
        ]
      const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`a${at}`, 'x']))
      const entry = ENTRIES[place.at(-1) ?? ''] ?? 'entry'
      const names = ['', 'a\nb', 'a: b\r\nx', 'x'.repeat(10_000)].map((name) => ({ [name]: 'x' }))
      return [
        leaf('record', true, [many, ...names], ['x', 1, true, [1], { a: 1 }, { a: null }]),
        ...leaves(additionalProperties as Schema, [...place, entry]),
      ]
    }
    case undefined:
    default:
      // A new form of argument: say here how it is spoiled.
      throw new Error(`Nobody has said how to spoil ${place.join('.')}.`)
  }
}

export function valueAt(args: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return args
  const inside = Array.isArray(args) ? (args[0] as unknown) : args
  return inside === null || typeof inside !== 'object'
    ? undefined
    : valueAt((inside as Record<string, unknown>)[name], rest)
}

/** The same with another value there; an item of a list is then its only one. */
export function spoiled(args: unknown, { place, is }: At, value: unknown): unknown {
  const [name, ...rest] = place
  if (Array.isArray(args))
    return name === undefined && is === 'list' ? value : [spoiled(args[0], { place, is }, value)]
  if (name === undefined) return value
  const inside = (args as Readonly<Record<string, unknown>>)[name]
  return { ...(args as object), [name]: spoiled(inside, { place: rest, is }, value) }
}
