// What all runs have used together. Holds its SQL.
import type { Cost, RunTotals } from '../../contract/agent/run.ts'
import type { ReadDb } from './database.ts'

/** Of one day the account of spending tells. */
export type AllRuns = Omit<RunTotals, 'today'>

export function openRunTotals(db: ReadDb): () => AllRuns {
  const tokens = db.prepare<[], Omit<AllRuns, 'costs'>>(
    `SELECT count(*) AS runs, coalesce(sum(json_extract(body, '$.tokensIn')), 0) AS tokensIn,
       coalesce(sum(json_extract(body, '$.tokensOut')), 0) AS tokensOut FROM runs WHERE json_valid(body)`,
  )
  const costs = db.prepare<[], Cost>(
    `SELECT json_extract(each.value, '$.currency') AS currency, sum(json_extract(each.value, '$.amount')) AS amount
       FROM runs, json_each(runs.body, '$.costs') AS each WHERE json_valid(runs.body) GROUP BY currency ORDER BY currency`,
  )
  return () => ({ ...(tokens.get() ?? { runs: 0, tokensIn: 0, tokensOut: 0 }), costs: costs.all() })
}
