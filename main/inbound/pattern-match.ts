// Whether the text of an event matches patterns of jobs. JavaScript's engine can go back and try
// again for hours, so it is interrupted: each pattern has its time, and all of one event together.
import { runInThisContext } from 'node:vm'

const EACH_MS = 40
const TOGETHER_MS = 200

/** too-long: it was interrupted, or no time was left for it. */
export type Matched = 'yes' | 'no' | 'too-long'

export function openMatches(
  text: string,
  now: () => number = () => performance.now(),
): (pattern: string) => Matched {
  let left = TOGETHER_MS
  const known = new Map<string, Matched>()
  return (pattern) => {
    const before = known.get(pattern)
    if (before !== undefined) return before
    if (left <= 0) return 'too-long'
    const startedAt = now()
    const found = inTime(() => new RegExp(pattern, 'iu').test(text))
    left -= now() - startedAt
    const matched = found === null ? 'too-long' : found ? 'yes' : 'no'
    known.set(pattern, matched)
    return matched
  }
}

/** Null: it was interrupted. */
function inTime(work: () => boolean): boolean | null {
  const given = globalThis as { gatehouseMatch?: () => boolean }
  given.gatehouseMatch = work
  try {
    return runInThisContext('globalThis.gatehouseMatch()', { timeout: EACH_MS }) === true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return null
    throw error
  } finally {
    delete given.gatehouseMatch
  }
}
