// The rows that a receipt or an export is about, oldest first, in slices that let others have their
// turn.
import { setImmediate } from 'node:timers/promises'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { JournalQuery } from '../../../contract/journal/journal-query.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { ExportDeps } from '../export.ts'
import { chainedRow } from './fields.ts'
import type { ChainedRow } from './fields.ts'

export type ReadRowsDeps = Pick<ExportDeps, 'readForward'>

/** A row takes about a third of a millisecond to hash. */
const ROWS = 32
const BUDGET_MS = 10

/** Calls `take` for each. Failure `audit.broken`: a row does not fit its hash, so nothing is signed. */
export async function eachRow(
  { readForward }: ReadRowsDeps,
  query: JournalQuery,
  until: number,
  take: (row: ChainedRow) => void,
): Promise<Result<null, Failure>> {
  for (let after = 0; ;) {
    const { rows, next } = readForward(query, { after, before: until + 1 }, ROWS, BUDGET_MS)
    for (const row of rows) {
      const chained = chainedRow(row)
      if (chained === null) return err(brokenRow(row.seq))
      take(chained)
    }
    if (next === null) return ok(null)
    after = next
    await setImmediate()
  }
}

export const brokenRow = (seq: number): Failure =>
  failure(
    'audit.broken',
    `Row ${seq} does not fit its hash, so nothing is signed about it.`,
    'See: gatehouse audit verify',
  )
