// Counts of decisions by tool, for screens that ask again and again: what was counted stays
// counted, and only new rows are read. A long day is counted in slices, so that nothing else waits
// for it.
import type { ToolUsage } from '../../../contract/call/manifest.ts'
import type { ToolCounts } from '../../store/journal/tool-counts.ts'

/** Rows of one slice: some milliseconds. */
const SLICE = 500
/**
 * Screens ask from their own midnight; more than a few moments at once would be a mistake
 * somewhere.
 */
const MOST = 4

type Tally = {
  to: number
  readonly tools: Map<string, { allowed: number; confirmed: number; denied: number }>
}

const field = { allow: 'allowed', confirm: 'confirmed', deny: 'denied' } as const

/** Gives a function: the counts since a moment in epoch milliseconds. */
export function toolUsage(counts: ToolCounts): (since: number) => Promise<readonly ToolUsage[]> {
  const tallies = new Map<number, Promise<Tally>>()

  const goOn = async (tally: Tally): Promise<Tally> => {
    for (const last = counts.lastSeq(); tally.to < last;) {
      const to = Math.min(last, tally.to + SLICE)
      for (const { tool, effect, calls } of counts.between(tally.to, to)) {
        const known = tally.tools.get(tool) ?? { allowed: 0, confirmed: 0, denied: 0 }
        tally.tools.set(tool, { ...known, [field[effect]]: known[field[effect]] + calls })
      }
      tally.to = to
      if (to < last) await new Promise((resolve) => setImmediate(resolve))
    }
    return tally
  }

  return async (since) => {
    // One after the other for one moment, so that no row is counted twice.
    const before =
      tallies.get(since) ??
      Promise.resolve().then((): Tally => ({ to: counts.below(since), tools: new Map() }))
    const now = before.then(goOn)
    tallies.delete(since)
    tallies.set(since, now)
    for (const oldest of [...tallies.keys()].slice(0, -MOST)) tallies.delete(oldest)
    try {
      return [...(await now).tools].map(([tool, count]) => ({ tool, ...count }))
    } catch (fault) {
      // Begun again the next time.
      tallies.delete(since)
      throw fault
    }
  }
}
