// The schemas of --json say all that is printed: no object takes keys that it does not name, and a value
// of any shape is only where one belongs.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { outputs } from '../../main/host/cli/reference/outputs.ts'

type Node = { readonly [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Keys whose value belongs to somebody else: arguments and results of tools, schemas, settings. */
const OPEN = new Set([
  ...['args', 'data', 'inputSchema', 'outputSchema', 'was', 'now', 'left', 'right', 'value'],
])

/** Where a schema takes more than it names. */
function loose(node: unknown, path: readonly string[]): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((each) => loose(each, path))
  if (!isNode(node)) return []
  const here = path.join('.')
  const properties = isNode(node['properties']) ? node['properties'] : null
  const more = node['additionalProperties']
  const open =
    properties !== null && more !== false && node['allOf'] === undefined
      ? [`${here}: more keys`]
      : []
  const inner = Object.entries(properties ?? {}).flatMap(([key, value]) =>
    OPEN.has(key)
      ? []
      : isNode(value) && Object.keys(value).filter((word) => word !== 'description').length === 0
        ? [`${here}.${key}: anything`]
        : loose(value, [...path, key]),
  )
  const rest = ['items', 'anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((word) =>
    isNode(node[word]) && Object.keys(node[word]).length === 0 && !Array.isArray(node[word])
      ? [`${here} ${word}: anything`]
      : loose(node[word], path),
  )
  return [...open, ...inner, ...rest]
}

it.each(Object.keys(outputs))('the schema of %s names every key that is printed', (name) => {
  const schema = outputs[name]
  if (schema === undefined) throw new Error(`No schema of ${name}.`)
  const whole = z.toJSONSchema(schema, { io: 'output', reused: 'inline', unrepresentable: 'any' })
  expect([...new Set(loose(whole, [name]))]).toEqual([])
  expect(Object.keys(whole).filter((word) => word !== '$schema')).not.toEqual([])
})

it('what such a schema lacks is refused', () => {
  const connect = outputs['connect']
  const shown = { client: 'cursor', changes: [], written: false }
  expect([
    connect?.safeParse(shown).success,
    connect?.safeParse({ ...shown, more: 1 }).success,
  ]).toEqual([true, false])
})
