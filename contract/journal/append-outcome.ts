// What became of rows that were to be added to the journal.
import type { Failure } from '../failure.ts'

/**
 * busy: nothing was written, try again. taken: a row with that number is there already. failed:
 * cannot be written now.
 */
export type AppendOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly failure: Failure }
