// The surface of Gatehouse as text: every channel and every tool, with what each may do. A change
// of power is then one changed line in review.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AnyTool } from '../../contract/call/tool.ts'

type Channel = {
  readonly from: readonly string[]
  readonly input: z.ZodType
  readonly output: z.ZodType
}

export function describeChannels(table: Readonly<Record<string, Channel>>): string {
  return Object.entries(table)
    .map(([name, { from, input, output }]) => {
      const fields = fieldsOf(input)
      return `${name}\n  from    ${from.join(', ')}\n  input   ${hash(input, 'input', silent)} ${fields}\n  output  ${hash(output, 'output', silent)}\n`
    })
    .join('\n')
}

export function describeTools(tools: readonly AnyTool[]): string {
  return tools
    .map(({ manifest, requiredPowers, input }) => {
      const lines = Object.entries({
        ...manifest,
        requiredPowers,
        input: `${hash(input, 'input')} ${fieldsOf(input)}`,
      })
      return `${manifest.name}\n${lines.map(([key, value]) => `  ${key.padEnd(15)} ${plain(value)}`).join('\n')}\n`
    })
    .join('\n')
}

/** What a field of a channel means in words is no power; what a model reads of a tool is. */
const silent = (key: string, value: unknown): unknown =>
  key === 'description' && typeof value === 'string' ? undefined : value

/** First 16 digits of the SHA-256 of the JSON Schema, keys in order. */
function hash(schema: z.ZodType, io: 'input' | 'output', keep?: typeof silent): string {
  const json = JSON.stringify(inOrder(z.toJSONSchema(schema, { io, unrepresentable: 'any' })), keep)
  return createHash('sha256').update(json).digest('hex').slice(0, 16)
}

/** The names of an object's fields, those with a `?` that may be left out. */
function fieldsOf(schema: z.ZodType): string {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const required = new Set(json.required)
  return `{${Object.keys(json.properties ?? {})
    .map((name) => (required.has(name) ? name : `${name}?`))
    .join(', ')}}`
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, inOrder(item)]))
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
