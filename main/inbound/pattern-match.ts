// Whether the text of an event matches patterns of jobs. JavaScript's engine can go back and try
// again for hours, so it is interrupted: each pattern has its time, and all of one event together. It
// is time of the processor that counts: on a busy machine every pattern takes long by the clock.
import { runInThisContext } from 'node:vm'

const EACH_MS = 40
const TOGETHER_MS = 200
/** By the clock this is the end, however little of the processor was had. */
const MOST_TRIES = 10

/** too-long: it was interrupted, or no time was left for it. */
export type Matched = 'yes' | 'no' | 'too-long'

/** Milliseconds of the processor that this thread has had. */
const ofProcessor = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

export function openMatches(
  text: string,
  spent: () => number = ofProcessor,
): (pattern: string) => Matched {
  let left = TOGETHER_MS
  const known = new Map<string, Matched>()
  return (pattern) => {
    const found = known.get(pattern)
    if (found !== undefined) return found
    if (left <= 0) return 'too-long'
    const before = spent()
    const fits = inTime(() => new RegExp(pattern, 'iu').test(text), spent)
    left -= spent() - before
    const matched = fits === null ? 'too-long' : fits ? 'yes' : 'no'
    known.set(pattern, matched)
    return matched
  }
}

/** Null: it was interrupted, having had its time. */
function inTime(work: () => boolean, spent: () => number): boolean | null {
  const before = spent()
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const matched = once(work)
    if (matched !== null) return matched
    if (spent() - before >= EACH_MS / 2) break
  }
  return null
}

/** Null: it was interrupted, by the clock. */
function once(work: () => boolean): boolean | null {
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
