// What agents used, one row for each answer of a model. Holds the SQL; knows no limit. Rows stay when
// their run is removed: the day's sum is of all that was used.
import type { RunId } from '../../../contract/ids.ts'
import type { WriteDb } from '../database.ts'
import { soonDurable } from '../soon-durable.ts'

type Cost = { readonly amount: number; readonly currency: string } | null
type Tokens = { readonly tokensIn: number; readonly tokensOut: number }
type Entry = Tokens & {
  readonly runId: RunId
  readonly day: string
  readonly model: string
  readonly cost: Cost
}
type Sum = {
  model: string
  currency: string | null
  steps: number
  workMs: number
  tokensIn: number
  tokensOut: number
  amount: number | null
}

export function spendingTable(db: WriteDb) {
  const soon = soonDurable(db)
  const insert = db.prepare<[string, string, string, number, number, string | null, number | null]>(
    'INSERT INTO spending (run_id, day, model, tokens_in, tokens_out, currency, amount) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const correct = db.prepare<[number, number, string | null, number | null, number]>(
    'UPDATE spending SET tokens_in = ?, tokens_out = ?, currency = ?, amount = ? WHERE id = ?',
  )
  const worked = db.prepare<[number, number]>(
    'UPDATE spending SET work_ms = work_ms + ? WHERE id = ?',
  )
  const sums = (where: string) =>
    db.prepare<[string], Sum>(
      `SELECT model, currency, count(*) AS steps, sum(work_ms) AS workMs, sum(tokens_in) AS tokensIn,
       sum(tokens_out) AS tokensOut, sum(amount) AS amount FROM spending WHERE ${where} = ? GROUP BY model, currency`,
    )
  const [ofRun, ofDay] = [sums('run_id'), sums('day')]
  const read = ({ currency, amount, ...sum }: Sum) => ({
    ...sum,
    cost: currency === null || amount === null ? null : { currency, amount },
  })
  return {
    /** Gives its id. */
    open: ({ runId, day, model, tokensIn, tokensOut, cost }: Entry): number => {
      const { currency = null, amount = null } = cost ?? {}
      const row = soon(() => insert.run(runId, day, model, tokensIn, tokensOut, currency, amount))
      return Number(row.lastInsertRowid)
    },
    correct: (id: number, { tokensIn, tokensOut, cost }: Tokens & { readonly cost: Cost }): void =>
      void soon(() =>
        correct.run(tokensIn, tokensOut, cost?.currency ?? null, cost?.amount ?? null, id),
      ),
    worked: (id: number, ms: number): void => void soon(() => worked.run(ms, id)),
    ofRun: (id: RunId) => ofRun.all(id).map(read),
    ofDay: (day: string) => ofDay.all(day).map(read),
  }
}
