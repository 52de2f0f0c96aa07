// Where the chain of rows ends, as far as we know: its last row, how many there are, and the head that is
// sealed for it.
import type { RawRow } from './chain.ts'
import { leads } from './chain-start.ts'
import type { HeadSync } from './head-sync.ts'
import type { RowsTable } from './rows-table.ts'
import type { Tip } from './verify.ts'

export type ChainEndDeps = {
  readonly table: Pick<RowsTable, 'last' | 'after' | 'rows'>
  readonly headSync: Pick<HeadSync, 'set'>
  readonly start: Tip
}

export type ChainEnd = {
  readonly tip: () => Tip
  readonly rows: () => number
  /** These rows of ours are in the database, behind all others. */
  grow(written: readonly RawRow[]): void
  /**
   * Takes over rows that are behind ours and follow from them. False when there are none, or they
   * do not follow.
   */
  adopt(): boolean
}

/** Throws when the rows cannot be counted. */
export function openChainEnd({ table, headSync, start }: ChainEndDeps): ChainEnd {
  let tip = start
  let rows = table.rows()
  return {
    tip: () => tip,
    rows: () => rows,
    grow(written) {
      const last = written.at(-1)
      if (last !== undefined) tip = { seq: last.seq, hash: last.hash }
      rows += written.length
      headSync.set(tip)
    },
    adopt() {
      try {
        const last = table.last()
        if (last === null || last.seq <= tip.seq || leads(table.after, tip, last) !== null)
          return false
        rows = table.rows()
        tip = { seq: last.seq, hash: last.hash }
        headSync.set(tip)
        return true
      } catch {
        // Unreadable now: the append that asked has failed already, and the next one asks again.
        return false
      }
    },
  }
}
