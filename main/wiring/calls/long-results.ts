// Keeps results that are too long for a model in their table, for the run that they belong to.
import type { EarlierResultsDeps } from '../../agent/earlier-results.ts'
import type { KeepLong } from '../../pipeline/result/long-result.ts'
import { pathOf } from '../../pipeline/result/result-label.ts'
import type { LongResultsTable } from '../../store/tables/long-results-table.ts'
import type { RunsTable } from '../../store/tables/runs-table.ts'

export const wireLongResults = (
  tables: { readonly runs: RunsTable; readonly longResults: LongResultsTable },
  report: (fault: unknown) => unknown,
): { readonly earlierResults: EarlierResultsDeps; readonly keepLong: KeepLong } => ({
  earlierResults: {
    itemOf: tables.runs.callItem,
    longText: tables.longResults.get,
    sourceOf: pathOf,
  },
  // The result goes on all the same, only without the rest of it.
  keepLong(callId, runId, text) {
    try {
      tables.longResults.keep(callId, runId, text)
      return true
    } catch (fault) {
      report(fault)
      return false
    }
  },
})
