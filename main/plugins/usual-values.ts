// Fills in what a schema of arguments gives for a value that is left out, in objects and lists of them
// too. What only one of several forms would give (`anyOf`, `if`, `$ref`) is left out. Pure.
import type { Json } from '../../contract/json.ts'

export type Schema = Readonly<Record<string, unknown>>

const isTable = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same value where nothing is missing. */
export function withUsual(schema: unknown, value: Json): Json {
  if (!isTable(schema)) return value
  const { properties, items } = schema
  if (Array.isArray(value))
    return isTable(items) ? value.map((member) => withUsual(items, member)) : value
  if (!isTable(value) || !isTable(properties)) return value
  const given = Object.entries(value).map(
    ([name, member]) =>
      [name, withUsual(Object.hasOwn(properties, name) ? properties[name] : null, member)] as const,
  )
  const usual = Object.entries(properties).flatMap(([name, one]) =>
    isTable(one) && one['default'] !== undefined && !Object.hasOwn(value, name)
      ? [[name, one['default'] as Json] as const]
      : [],
  )
  return Object.fromEntries(usual.concat(given))
}
