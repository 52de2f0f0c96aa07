// What a home keeps of pages that may come back: rows in memory that outlive each start, as a table
// does, a clock that the test sets, and the rows of the journal.
import type { JournalEntry } from '../../contract/journal/journal.ts'
import {
  openReturningPages,
  type ReturningPages,
  type StoredPage,
} from '../../main/pages/returning-pages.ts'

export type FakePages = {
  /** As a start does: knows the rows, and of no page that it let in itself. */
  open(): ReturningPages
  readonly rows: Map<string, StoredPage>
  readonly journal: JournalEntry[]
  readonly clock: { ms: number }
  readonly now: () => number
}

export function fakePages(): FakePages {
  const rows = new Map<string, StoredPage>()
  const journal: JournalEntry[] = []
  const clock = { ms: 1_000_000 }
  const now = (): number => clock.ms
  return {
    rows,
    journal,
    clock,
    now,
    open: () =>
      openReturningPages({
        now,
        record: async (entry) => void journal.push(entry),
        table: {
          list: () => [...rows.values()].toSorted((a, b) => b.seenAt - a.seenAt),
          get: (id) => rows.get(id) ?? null,
          put: (page) => void rows.set(page.id, page),
          see(id, at) {
            const page = rows.get(id)
            if (page !== undefined) rows.set(id, { ...page, seenAt: at })
          },
          remove: (id) => rows.delete(id),
        },
      }),
  }
}
