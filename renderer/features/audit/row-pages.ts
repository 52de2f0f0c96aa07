// Joins pages of journal rows, newest first. Pure. A page may come late or twice; a row is shown once.
import type { JournalRow } from '../../../contract/journal.ts'

export function mergeRows(before: readonly JournalRow[], page: readonly JournalRow[]): readonly JournalRow[] {
  const known = new Set(before.map(({ seq }) => seq))
  const fresh = page.filter(({ seq }) => !known.has(seq))
  return fresh.length === 0 ? before : [...before, ...fresh].sort((a, b) => b.seq - a.seq)
}

/**
 * Whether the newest page joins what is already shown. When more rows came than a page holds there is a gap between
 * them, and what is shown has to be read anew rather than pretend to be whole.
 */
export const joins = (before: readonly JournalRow[], page: readonly JournalRow[], limit: number): boolean => {
  const newest = before[0]
  return newest === undefined || page.length < limit || page.some(({ seq }) => seq <= newest.seq)
}
