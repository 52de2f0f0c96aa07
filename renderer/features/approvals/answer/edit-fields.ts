// Arguments as fields that a person types in, and back. Pure.
import { strictJson } from '../../../../contract/strict-json.ts'
import type { Json, JsonObject } from '../../../../contract/json.ts'

/** text: as it is. json: anything else, written as JSON. */
export type EditField = {
  readonly key: string
  readonly kind: 'text' | 'json'
  readonly typed: string
}

export const fieldsOf = (args: JsonObject): readonly EditField[] =>
  Object.entries(args).map(([key, value]) =>
    typeof value === 'string'
      ? { key, kind: 'text', typed: value }
      : { key, kind: 'json', typed: JSON.stringify(value, null, 2) },
  )

export type EditRead =
  | { readonly kind: 'args'; readonly args: JsonObject }
  /** By key: what is wrong with what was typed there. */
  | { readonly kind: 'faults'; readonly faults: Readonly<Record<string, string>> }

/** A field of JSON that was emptied is left out. */
export function readFields(fields: readonly EditField[], bad: string): EditRead {
  const args: Record<string, Json> = {}
  const faults: Record<string, string> = {}
  for (const { key, kind, typed } of fields) {
    if (kind === 'text') args[key] = typed
    else if (typed.trim() !== '') {
      const value = strictJson(typed)
      if (value.ok) args[key] = value.value as Json
      else faults[key] = bad
    }
  }
  return Object.keys(faults).length > 0 ? { kind: 'faults', faults } : { kind: 'args', args }
}

/**
 * Main names faults as `The arguments of TOOL do not fit: key.path: sentence; …`: each under the
 * field it is about.
 */
export function faultsByKey(
  text: string,
  keys: readonly string[],
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const piece of text.replace(/^[^:]*do not fit: /, '').split('; ')) {
    const key = keys.find(
      (each) => piece.startsWith(each) && [':', '.', '['].includes(piece.charAt(each.length)),
    )
    if (key === undefined) continue
    const words = piece.slice(piece.indexOf(': ') + 2).replace(/\.$/, '')
    found[key] = words.charAt(0).toUpperCase() + words.slice(1)
  }
  return found
}

export const sameArgs = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)
