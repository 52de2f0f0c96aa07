// What is wrong with a schema although each of its words may have its value: a limit that nothing is held
// against, because it is for another type; a range in which nothing is; a value that its own type
// refuses. Each is a slip by which an author loses what they wrote. Pure.
import { SHORT } from './keywords.ts'

type Node = Readonly<Record<string, unknown>>

/** `key`: as the author spelt it. `what`: the end of a sentence. `of`: what has to change. */
export type SenseFault = {
  readonly key: string
  readonly of: 'key' | 'value'
  readonly what: string
}

/** The words that are only for some types. */
const WORDS: readonly (readonly [types: readonly string[], words: readonly string[]])[] = [
  [['string'], ['minLength', 'maxLength', 'pattern', 'format']],
  [
    ['integer', 'number'],
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ],
  [
    ['array'],
    [
      'items',
      'prefixItems',
      'contains',
      'uniqueItems',
      'minItems',
      'maxItems',
      'minContains',
      'maxContains',
    ],
  ],
  [
    ['object'],
    [
      'properties',
      'required',
      'additionalProperties',
      'propertyNames',
      'patternProperties',
      'minProperties',
      'maxProperties',
      'dependentRequired',
      'dependentSchemas',
    ],
  ],
]
const typesFor = (word: string): readonly string[] | undefined =>
  WORDS.find(([, words]) => words.includes(word))?.[0]

const RANGES = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minContains', 'maxContains'],
  ['minProperties', 'maxProperties'],
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
] as const

/** Of one schema, not of those below it. */
export const senseFaults = (node: Node): readonly SenseFault[] => [
  ...wrongTypes(node),
  ...emptyRanges(node),
  ...wrongValues(node),
]

/** As the author spelt it, and what it says. */
function written(node: Node, means: string): { readonly key: string; readonly value: unknown } {
  if (node[means] !== undefined) return { key: means, value: node[means] }
  const short = [...SHORT].find(([key, one]) => one === means && node[key] !== undefined)?.[0]
  return { key: short ?? means, value: short === undefined ? undefined : node[short] }
}

const typesOf = ({ type }: Node): readonly string[] | null =>
  type === undefined ? null : [type].flat().filter((one) => typeof one === 'string')

function wrongTypes(node: Node): readonly SenseFault[] {
  const types = typesOf(node)
  if (types === null || types.length === 0) return []
  return Object.keys(node).flatMap((key): readonly SenseFault[] => {
    const wanted = typesFor(SHORT.get(key) ?? key)
    return wanted === undefined || wanted.some((type) => types.includes(type))
      ? []
      : [
          {
            key,
            of: 'key',
            what: `is for ${wanted.join(' or ')}, but the type is ${JSON.stringify(node['type'])}`,
          },
        ]
  })
}

const emptyRanges = (node: Node): readonly SenseFault[] =>
  RANGES.flatMap(([low, high]): readonly SenseFault[] => {
    const [from, to] = [written(node, low), written(node, high)]
    if (typeof from.value !== 'number' || typeof to.value !== 'number') return []
    if (from.value > to.value)
      return [{ key: from.key, of: 'value', what: `is greater than ${to.key}, so no value fits` }]
    const open = low.startsWith('exclusive') || high.startsWith('exclusive')
    return open && from.value === to.value
      ? [{ key: from.key, of: 'value', what: `is the same as ${to.key}, so no value fits` }]
      : []
  }).slice(0, 1)

function wrongValues(node: Node): readonly SenseFault[] {
  const types = typesOf(node)
  const choices = node['enum']
  const misfits = (value: unknown): boolean =>
    types !== null && types.length > 0 && !types.some((type) => isOf(value, type))
  const said = (key: string, value: unknown): SenseFault => ({
    key,
    of: 'value',
    what: `has ${JSON.stringify(value)?.slice(0, 60)}, but the type is ${JSON.stringify(node['type'])}`,
  })
  const entry = Array.isArray(choices) ? choices.find(misfits) : undefined
  if (entry !== undefined) return [said('enum', entry)]
  return ['const', 'default'].flatMap((key): readonly SenseFault[] => {
    const value = node[key]
    if (value === undefined) return []
    return misfits(value) ? [said(key, value)] : []
  })
}

function isOf(value: unknown, type: string): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}
