// Turns a journal filter into a WHERE clause. Pure; every value is bound, none is pasted into the
// text.
import { storedNames } from '../../../contract/journal/earlier-names.ts'
import type { JournalFilter } from '../../../contract/journal/journal.ts'

/** Kinds that every call writes; the others are few, and have an index. */
const ofEveryCall: ReadonlySet<string> = new Set(['decision', 'running', 'outcome'])
const RARE = `kind NOT IN ('decision', 'running', 'outcome')`

export type Match = { readonly where: string; readonly values: readonly (string | number)[] }

/**
 * `where` is never empty. Words of `text` must all be in the row, in any order, upper and lower
 * case of ASCII alike.
 */
export function matchJournal(filter: JournalFilter): Match {
  const parts: string[] = []
  const values: string[] = []
  const add = (sql: string, ...bound: string[]): void => {
    parts.push(sql)
    values.push(...bound)
  }
  const kinds = filter.kinds.flatMap(storedNames)
  if (kinds.length > 0) add(`kind IN (${kinds.map(() => '?').join(', ')})`, ...kinds)
  // Word for word the condition of the index over rare kinds, or SQLite does not see that it may
  // use it.
  if (filter.kinds.length > 0 && !filter.kinds.some((kind) => ofEveryCall.has(kind))) add(RARE)
  if (filter.tool !== null) add('tool = ?', filter.tool)
  if (filter.effect !== null) add('effect = ?', filter.effect)
  if (filter.callId !== null) add('call_id = ?', filter.callId)
  // Only some rows of a call name its run; the others belong to it through the call.
  if (filter.runId !== null) {
    const calls = 'SELECT c.call_id FROM journal c WHERE c.run_id = ? AND c.call_id IS NOT NULL'
    add(`(run_id = ? OR call_id IN (${calls}))`, filter.runId, filter.runId)
  }
  for (const word of filter.text.split(/\s+/).filter((part) => part !== ''))
    add(`body LIKE ? ESCAPE '\\'`, likeInJson(word))
  return { where: parts.length === 0 ? 'TRUE' : parts.join(' AND '), values }
}

/** The word as it is inside a JSON text, with what LIKE would read as a pattern escaped. */
const likeInJson = (word: string): string =>
  `%${JSON.stringify(word)
    .slice(1, -1)
    .replaceAll(/[\\%_]/g, '\\$&')}%`
