// What the journal asks of the database that holds its rows.
import type { AppendOutcome } from '../../contract/journal/append-outcome.ts'
import type { RawRow } from './chain.ts'
import type { ReadRows } from './verify.ts'

export type RowsTable = {
  /** All rows or none; durable on `done`. */
  append(rows: readonly RawRow[]): AppendOutcome
  last(): RawRow | null
  readonly after: ReadRows
  rows(): number
}
