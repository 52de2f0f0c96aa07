// One piece of an export after the other, oldest first: never more than a piece in memory. Has no
// SQL and no file.
import type { ExportFormat, ExportPiece } from '../../contract/journal/audit.ts'
import type { CallId } from '../../contract/ids.ts'
import type { JournalRow } from '../../contract/journal/journal.ts'
import type { Facts } from '../../contract/journal/journal-facts.ts'
import type { JournalQuery } from '../../contract/journal/journal-query.ts'
import { assertNever } from '../../contract/never.ts'
import { csvHead, csvLine, jsonLine } from './export-rows.ts'
import { spanLine } from './export-spans.ts'

export type ExportDeps = {
  readForward(
    query: JournalQuery,
    bounds: { after: number; before: number },
    limit: number,
    budgetMs: number,
  ): { readonly rows: readonly JournalRow[]; readonly next: number | null }
  fits(query: JournalQuery, row: JournalRow): boolean
  facts(row: JournalRow): Facts
  ofCall(callId: CallId): readonly JournalRow[]
  newest(): number
  readonly version: string
}

/** Those without a seal. */
export type PlainFormat = Exclude<ExportFormat, 'proof'>

/** Rows and milliseconds of one piece: small enough that nothing else waits for it. */
const ROWS = 250
const BUDGET_MS = 15

export type ExportWanted = {
  readonly format: PlainFormat
  readonly query: JournalQuery
  readonly after?: number | undefined
  readonly until?: number | undefined
}

/**
 * Without `after` the first piece. `until`: the last number that belongs to it; by default the
 * newest now.
 */
export function exportPiece(
  { format, query, after, until }: ExportWanted,
  deps: ExportDeps,
): ExportPiece {
  const last = until ?? deps.newest()
  const { rows, next } = deps.readForward(
    query,
    { after: after ?? 0, before: last + 1 },
    ROWS,
    BUDGET_MS,
  )
  const head = format === 'csv' && after === undefined ? csvHead : ''
  return {
    text: head + rows.map((row) => lineOf(format, query, row, last, deps)).join(''),
    rows: rows.length,
    next,
    seq: last,
  }
}

function lineOf(
  format: PlainFormat,
  query: JournalQuery,
  row: JournalRow,
  last: number,
  deps: ExportDeps,
): string {
  switch (format) {
    case 'jsonl':
      return jsonLine(row)
    case 'csv':
      return csvLine(row, deps.facts(row))
    case 'otel': {
      if (!('callId' in row.entry)) return ''
      const rows = deps.ofCall(row.entry.callId).filter(({ seq }) => seq <= last)
      // A call is one span, given where its first row of those asked for is.
      return rows.find((each) => deps.fits(query, each))?.seq === row.seq
        ? spanLine(rows, deps.version)
        : ''
    }
    default:
      return assertNever(format, 'lineOf')
  }
}
