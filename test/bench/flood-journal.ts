// A journal that grows as fast as it is told to, without a store: what is measured is the page that
// follows it.
import type { FoundRows, CountedRows } from '../../contract/journal/audit.ts'
import type { JournalRow } from '../../contract/journal/journal.ts'
import { entryAt } from './journal-rows.ts'

/** The one question it knows besides none; a fifth of its rows. */
export const DECISIONS = 'kind:decision'

type Range = {
  readonly query: string
  readonly before?: number | undefined
  readonly after?: number | undefined
}
const PIECE = 20_000

export function floodJournal(begin: number) {
  let newest = begin
  const fits = (seq: number, query: string): boolean => query !== DECISIONS || (seq - 1) % 5 === 0
  const row = (seq: number): JournalRow => ({
    seq,
    at: seq,
    entry: entryAt(seq),
    prev: '',
    hash: '',
  })
  return {
    grow: (): number => (newest += 1),
    newest: (): number => newest,
    search({
      query,
      before = newest + 1,
      after = 0,
      limit,
    }: Range & { readonly limit: number }): FoundRows {
      const rows: JournalRow[] = []
      let seq = before - 1
      for (; seq > after && rows.length < limit; seq--) if (fits(seq, query)) rows.push(row(seq))
      return { rows, newest, next: seq > after ? seq + 1 : null }
    },
    count({
      query,
      before = newest + 1,
      after = 0,
      every,
      from,
    }: Range & { readonly every: number; readonly from: number }): CountedRows {
      const marks: number[] = []
      let n = 0
      let seq = before - 1
      for (; seq > after && before - seq <= PIECE; seq--) {
        if (!fits(seq, query)) continue
        if ((from + n) % every === 0) marks.push(seq)
        n += 1
      }
      return { n, marks, next: seq > after ? seq + 1 : null }
    },
  }
}
