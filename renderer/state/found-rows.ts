// Rows of the journal that fit a query, where a component wants so many of them and no list.
import type { Failure } from '../../contract/failure.ts'
import type { Bridge } from '../../contract/ipc/ipc.ts'
import type { JournalRow } from '../../contract/journal/journal.ts'
import { ok, type Result } from '../../contract/result.ts'

const PAGE_ROWS = 200

export type FoundRows = { readonly rows: readonly JournalRow[]; readonly more: boolean }

export type RowsWanted = {
  readonly query: string
  /** How many at most. */
  readonly most: number
  /** Numbers of rows, neither included. */
  readonly after?: number
  readonly before?: number
}

/**
 * The newest rows that fit, newest first. An answer is bounded in time and may hold fewer rows than
 * it was asked for, even none, so the search goes on until there are enough or all was looked at.
 * `signal`: nobody waits any more; what was found until then is the answer, with `more`.
 */
export async function foundRows(
  bridge: Pick<Bridge, 'call'>,
  { query, most, after, before: first }: RowsWanted,
  signal?: AbortSignal,
): Promise<Result<FoundRows, Failure>> {
  const rows: JournalRow[] = []
  for (let before = first; ;) {
    const page = await bridge.call('audit.search', {
      query,
      limit: Math.min(PAGE_ROWS, most - rows.length),
      ...(after === undefined ? {} : { after }),
      ...(before === undefined ? {} : { before }),
    })
    if (!page.ok) return page
    rows.push(...page.value.rows)
    const { next } = page.value
    if (next === null || rows.length >= most || signal?.aborted === true)
      return ok({ rows, more: next !== null })
    before = next
  }
}
