// What agents used, in memory, with the sums that the table makes.
import type { NewSpending, SpendingStore, Spent } from '../../main/agent/limits/spending.ts'

type Row = NewSpending & { workMs: number }

const costOf = (group: readonly Row[]): Spent['cost'] => {
  const cost = group[0]?.cost ?? null
  return cost === null
    ? null
    : {
        currency: cost.currency,
        amount: group.reduce((sum, row) => sum + (row.cost?.amount ?? 0), 0),
      }
}

export function memorySpending(): SpendingStore & { readonly rows: Row[] } {
  const rows: Row[] = []
  const sums = (of: readonly Row[]): Spent[] =>
    [...Map.groupBy(of, ({ model, cost }) => `${model} ${cost?.currency ?? ''}`).values()].map(
      (group) => ({
        model: group[0]?.model ?? '',
        steps: group.length,
        workMs: group.reduce((sum, row) => sum + row.workMs, 0),
        tokensIn: group.reduce((sum, row) => sum + row.tokensIn, 0),
        tokensOut: group.reduce((sum, row) => sum + row.tokensOut, 0),
        cost: costOf(group),
      }),
    )
  const change = (id: number, over: Partial<Row>): void => {
    const row = rows[id - 1]
    if (row !== undefined) Object.assign(row, over)
  }
  return {
    rows,
    open: (entry) => rows.push({ ...entry, workMs: 0 }),
    correct: (id, used) => change(id, used),
    worked: (id, ms) => change(id, { workMs: (rows[id - 1]?.workMs ?? 0) + ms }),
    ofRun: (runId) => sums(rows.filter((row) => row.runId === runId)),
    ofDay: (day) => sums(rows.filter((row) => row.day === day)),
  }
}
