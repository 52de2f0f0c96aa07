// Rows of the journal that fit a query, as Gatehouse finds them.
import type { JournalRow } from '../../../../contract/journal/journal.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { CliConnection } from '../../client-connection.ts'

const PAGE_ROWS = 200

export type FoundRows = { readonly rows: readonly JournalRow[]; readonly more: boolean }

/**
 * The newest `wanted` rows, newest first. An answer is bounded in time and may hold fewer rows than it
 * was asked for, so the search goes on until there are enough or all was looked at.
 */
export async function foundRows(
  { call }: Pick<CliConnection, 'call'>,
  query: string,
  wanted: number,
): Promise<Result<FoundRows, Failure>> {
  const rows: JournalRow[] = []
  for (let before: number | undefined; ;) {
    const limit = Math.min(PAGE_ROWS, wanted - rows.length)
    const page = await call('audit.search', {
      query,
      limit,
      ...(before === undefined ? {} : { before }),
    })
    if (!page.ok) return page
    rows.push(...page.value.rows)
    const { next } = page.value
    if (next === null || rows.length >= wanted) return ok({ rows, more: next !== null })
    before = next
  }
}
