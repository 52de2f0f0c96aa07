// What the shared database has of a row, read back. It comes from other machines: whatever it says
// is parsed like anything from outside.
import { factKeys, type FactKey, type Facts } from '../../../contract/journal/journal-facts.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'

/** Null: no entry that this version knows. */
export type ReadBody = (
  body: string,
) => { readonly at: number; readonly entry: JournalEntry } | null

/** From `key=value`, as they were sent. */
export function factsIn(stored: readonly string[]): Facts {
  const facts: Partial<Record<FactKey, string[]>> = {}
  for (const each of stored) {
    const end = each.indexOf('=')
    const key = factKeys.find((one) => one === each.slice(0, end))
    if (key !== undefined) (facts[key] ??= []).push(each.slice(end + 1))
  }
  return facts
}
