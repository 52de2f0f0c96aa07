// The newest row about reviews of servers, or of plugins, for a look: it makes the schema of this one
// kind, where `readEntry` makes those of all.
import { translated } from '../../../contract/journal/earlier-names.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { pluginEntry } from '../../../contract/journal/plugin-entry.ts'
import { serverEntry } from '../../../contract/journal/server-entry.ts'
import type { ReadDb } from '../database.ts'
import { matchJournal } from './journal-filter.ts'

const schemas = { server: serverEntry, plugin: pluginEntry } as const
type Kind = keyof typeof schemas
type Review<K extends Kind> = Extract<JournalEntry, { kind: K }>

/** Null where there is none, or it can no longer be read, as in the list of rows. */
export function newestReview<K extends Kind>(db: ReadDb, kind: K): Review<K> | null {
  const { where, values } = matchJournal({
    kinds: [kind],
    tool: null,
    effect: null,
    callId: null,
    runId: null,
    text: '',
  })
  const body = db
    .prepare<unknown[], string>(`SELECT body FROM journal WHERE ${where} ORDER BY seq DESC LIMIT 1`)
    .pluck()
    .get(...values)
  const stored = body === undefined ? null : entryIn(body)
  if (stored === null) return null
  const current = schemas[kind].safeParse(stored)
  const read = current.success ? current : schemas[kind].safeParse(translated(stored))
  // The schema is that of the kind; the compiler cannot follow the index.
  return read.success ? (read.data as Review<K>) : null
}

function entryIn(body: string): JsonObject | null {
  try {
    const { at, entry } = JSON.parse(body)
    return typeof at === 'number' && typeof entry === 'object' && !Array.isArray(entry)
      ? entry
      : null
  } catch {
    return null
  }
}
