// Rows by their place, as a list shows them: what it asks of anyone who reads them.
import type { Failure } from '../../../../contract/failure.ts'
import type { JournalRow } from '../../../../contract/journal/journal.ts'

/** `exact` false: so many at least, counting goes on. */
export type RowsState = {
  readonly count: number
  readonly exact: boolean
  /** Newer rows than the list shows. */
  readonly newer: number
  readonly read: boolean
  readonly error: Failure | null
}

export type RowSource = {
  /** The same object as long as nothing in it is different. */
  state(): RowsState
  /** Another number whenever a row may be another one. */
  version(): number
  subscribe(listener: () => void): () => void
  /** undefined: not read yet. null: nothing can be read there. */
  rowAt(index: number): JournalRow | null | undefined
  /** Stays with a row while others are joined on top. */
  keyOf(index: number): number
  indexOf(seq: number): number | null
  /** Changes when the whole list was read again: keys then mean other rows. */
  generation(): number
  /** What is in sight. Reads what is missing there. */
  show(first: number, end: number): void
  /** Rows were added. `follow`: show them. */
  grew(follow: boolean): void
  /** Reads from the newest row, also again. */
  open(): void
  /** Read again, from the newest. */
  restart(): void
  close(): void
}

/** The members of a state, for comparing two of them. */
export const stateKeys = [
  'count',
  'exact',
  'newer',
  'read',
  'error',
] as const satisfies readonly (keyof RowsState)[]
