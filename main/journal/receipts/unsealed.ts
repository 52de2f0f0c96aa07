// What is known of exports that are not sealed yet, from one piece to the next: the seal is over what was
// given out, and nobody goes through the rows twice.
import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { canonicalJson } from '../../../contract/json.ts'
import type { SealedRow } from '../../../contract/journal/receipt.ts'

/** Exports at once, and rows of one: 200,000 leaves are 25 MB. */
const MOST = 4
const MOST_ROWS = 200_000

/** The rows so far. */
export type Unsealed = {
  readonly leaves: string[]
  readonly lines: Hash
  /** Numbers of rows; null: there is none yet. */
  first: number | null
  last: number | null
}

export const emptyExport = (): Unsealed => ({
  leaves: [],
  lines: createHash('sha256'),
  first: null,
  last: null,
})

/** Gives the line of the row. */
export function addRow(unsealed: Unsealed, seq: number, row: SealedRow): string {
  const line = `${canonicalJson(row)}\n`
  unsealed.leaves.push(row.leaf)
  unsealed.lines.update(line)
  unsealed.first ??= seq
  unsealed.last = seq
  return line
}

export type UnsealedExports = {
  /** What came before that row of that export. It is another one's no more. */
  take(about: string, after: number): Unsealed | null
  keep(about: string, after: number, unsealed: Unsealed): void
}

export function openUnsealedExports(): UnsealedExports {
  const held = new Map<string, Unsealed>()
  const nameOf = (about: string, after: number): string => `${after} ${about}`
  return {
    take(about, after) {
      const found = held.get(nameOf(about, after)) ?? null
      held.delete(nameOf(about, after))
      return found
    },
    keep(about, after, unsealed) {
      if (unsealed.leaves.length > MOST_ROWS) return
      held.set(nameOf(about, after), unsealed)
      const [oldest] = held.keys()
      if (held.size > MOST && oldest !== undefined) held.delete(oldest)
    },
  }
}
