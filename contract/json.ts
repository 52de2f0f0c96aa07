import { z } from 'zod'

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json }
export const Json: z.ZodType<Json> = z.json() as z.ZodType<Json>
export const JsonObject = z.record(z.string(), Json)
export type JsonObject = z.infer<typeof JsonObject>

/**
 * Whether `JsonObject` takes it, told fast: false says nothing. Objects of a class and values that
 * are no JSON are left to the schema.
 */
export function isSurelyJson(value: unknown, depth = 0): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth > 100) return false
  if (Array.isArray(value)) return value.every((member) => isSurelyJson(member, depth + 1))
  if (Object.getPrototypeOf(value) !== Object.prototype) return false
  for (const key of Object.keys(value)) {
    if (
      key === '__proto__' ||
      !isSurelyJson((value as Readonly<Record<string, unknown>>)[key], depth + 1)
    )
      return false
  }
  return true
}

/**
 * RFC 8785 canonical JSON: keys in UTF-16 order, shortest numbers, no white space, keys without a
 * value left out. Throws on what JSON cannot hold (NaN, infinity, undefined in a list): those never
 * come through a door.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string')
    return JSON.stringify(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`canonicalJson: ${value} is not a JSON number`)
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object') {
    const record = value as Record<string, unknown>
    const members: string[] = []
    for (const key of Object.keys(record).sort()) {
      const member = record[key]
      if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`)
    }
    return `{${members.join(',')}}`
  }
  throw new Error(`canonicalJson: ${typeof value} is not JSON`)
}
