// How often each tool was decided on, counted from the journal's rows. Reads only; holds its SQL.
import type { WriteDb } from '../database.ts'

export type ToolCounts = ReturnType<typeof toolCounts>

const EFFECTS = ['allow', 'confirm', 'deny'] as const
export type Decided = (typeof EFFECTS)[number]
export type ToolCount = { readonly tool: string; readonly effect: Decided; readonly calls: number }

/** `catchUp`: the table gets the rows that it does not have yet. */
export function toolCounts(db: WriteDb, catchUp: () => void) {
  const counted = db.prepare<[number, number], { tool: string; effect: string; calls: number }>(
    `SELECT tool, effect, count(*) AS calls FROM journal
     WHERE seq > ? AND seq <= ? AND effect IS NOT NULL AND tool IS NOT NULL GROUP BY effect, tool`,
  )
  const at = db
    .prepare<[number], number>(
      `SELECT json_extract(body, '$.at') FROM journal WHERE seq >= ? ORDER BY seq LIMIT 1`,
    )
    .pluck()
  const last = db.prepare<[], number>('SELECT max(seq) FROM journal').pluck()

  return {
    lastSeq(): number {
      catchUp()
      return last.get() ?? 0
    },
    /** Decisions of the rows above `after` up to `to`, both by number. */
    between: (after: number, to: number): readonly ToolCount[] =>
      counted.all(after, to).flatMap(({ tool, effect, calls }) => {
        const known = EFFECTS.find((one) => one === effect)
        return known === undefined ? [] : [{ tool, effect: known, calls }]
      }),
    /**
     * The number below the first row that was written at `since` (epoch milliseconds) or later.
     * Rows are in the order of time, but for a clock that was put back: then some rows too many or
     * too few are counted, and nothing else hangs on it.
     */
    below(since: number): number {
      let [low, high] = [0, last.get() ?? 0]
      while (low < high) {
        const middle = low + Math.ceil((high - low) / 2)
        if ((at.get(middle) ?? Number.POSITIVE_INFINITY) < since) low = middle
        else high = middle - 1
      }
      return low
    },
  }
}
