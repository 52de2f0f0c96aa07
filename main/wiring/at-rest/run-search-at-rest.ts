// Words in the runs of a Gatehouse that does not run.
import type { RunMatch } from '../../../contract/agent/run.ts'
import { searchRuns } from '../../services/runs/search-runs.ts'
import type { ReadDb } from '../../store/database.ts'
import { openRunSearch } from '../../store/run-search.ts'

export const runSearchAtRest = (db: ReadDb): ((text: string, limit: number) => RunMatch[]) =>
  searchRuns(openRunSearch(db))
