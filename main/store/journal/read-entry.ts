// The one way from a stored journal entry to an entry that the program works with, whatever version
// wrote it.
import { translated } from '../../../contract/journal/earlier-names.ts'
import { JournalEntry } from '../../../contract/journal/journal.ts'
import type { JsonObject } from '../../../contract/json.ts'

/** `written`: the entry as its hash covers it, where an earlier version named something else. */
export type ReadEntry = { readonly entry: JournalEntry; readonly written?: JsonObject }

/** Null for what is no entry of any version. */
export function readEntry(stored: unknown): ReadEntry | null {
  const current = JournalEntry.safeParse(stored)
  if (current.success) return { entry: current.data }
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null
  const written = stored as JsonObject
  const earlier = JournalEntry.safeParse(translated(written))
  return earlier.success ? { entry: earlier.data, written } : null
}

/** The time and the entry of a body; null for what is none. */
export function readBody(body: string): ({ readonly at: number } & ReadEntry) | null {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return null
  }
  if (
    typeof value !== 'object' ||
    value === null ||
    !('at' in value) ||
    !('entry' in value) ||
    typeof value.at !== 'number'
  )
    return null
  const read = readEntry(value.entry)
  return read === null ? null : { at: value.at, ...read }
}
