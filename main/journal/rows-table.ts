// What the journal asks of the database that holds its rows.
import type { Failure } from '../../contract/failure.ts'
import type { RawRow } from './chain.ts'
import type { ReadRows } from './verify.ts'

/**
 * busy: nothing was written, try again. taken: a row with that number is there already. failed:
 * cannot be written now.
 */
export type AppendOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly failure: Failure }

export type RowsTable = {
  /** All rows or none; durable on `done`. */
  append(rows: readonly RawRow[]): AppendOutcome
  last(): RawRow | null
  readonly after: ReadRows
  rows(): number
}
