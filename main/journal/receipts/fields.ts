// A row in parts that can be shown or hidden one by one. Pure. The parts are always the same,
// whatever is hidden, so a row has one leaf and a receipt and every export of it agree.
import { isObject } from '../../../contract/is-object.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { Json, JsonObject } from '../../../contract/json.ts'
import type { JournalRow } from '../../../contract/journal/journal.ts'
import { bodyOf, hashOf, SCARS } from '../chain.ts'

export type Field = { readonly path: string; readonly value: Json }

/** What the chain says of a row: its entry as it was written, and what it follows. */
export type ChainedRow = {
  readonly seq: number
  readonly at: number
  readonly entry: JsonObject
  readonly prev: string
  readonly hash: string
}

/** Null where the row does not fit its hash. */
export function chainedRow({ seq, at, entry, written, prev, hash }: JournalRow): ChainedRow | null {
  const text = canonicalJson(written ?? entry)
  const body = bodyOf(seq, at, text)
  const followed = [prev, SCARS.missing, SCARS.strayed].find((each) => hashOf(each, body) === hash)
  if (followed === undefined) return null
  return { seq, at, entry: JSON.parse(text) as JsonObject, prev: followed, hash }
}

/** These members of an entry are taken apart once more. */
const DEEPER: ReadonlySet<string> = new Set(['args', 'decision'])

export function fieldsOf({ seq, at, entry, prev, hash }: ChainedRow): Field[] {
  const fields: Field[] = [
    { path: 'seq', value: seq },
    { path: 'at', value: at },
    { path: 'prev', value: prev },
    { path: 'hash', value: hash },
  ]
  for (const [key, value] of Object.entries(entry)) {
    const members = DEEPER.has(key) && isObject(value) ? Object.entries(value) : []
    if (members.length === 0) fields.push({ path: `entry.${key}`, value })
    for (const [name, member] of members)
      fields.push({ path: `entry.${key}.${name}`, value: member })
  }
  return fields
}
