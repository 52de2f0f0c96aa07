// Keeps the memory of the program near what it really holds. The engine collects late where there
// is much memory, and keeps the pages of what it collected: after some thousand calls that is
// several times of what is in use. So the size is looked at, and past a mark everything that can be
// given back is, in a moment in which nothing happens. Nothing else in the engine does that:
// docs/decisions/0019-memory.md.
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const MB = 1_048_576
const LOOK_MS = 200
/** Only then is a collection worth its stop. */
const MARK = 100 * MB
/**
 * How much it has to have grown since the last time, or how long the program was at work: what is
 * really held is not collected again and again.
 */
const STEP = 8 * MB
const WORK_MS = 1_000
/**
 * How far the heap may grow past what was live before it is collected. The engine's own rule lets
 * it double and more, which under load is mostly what calls have left: 200 reads of 1 MB took 284
 * MB with it, and 176 MB with this.
 */
const GROWTH = '--heap-growing-percent=20'
/** Part of the time in which the program does something: less than this is nobody waiting. */
const IDLE = 0.05

type Collect = (how: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void

/**
 * Zero where it cannot be asked for: Node opens a file for it, and there may be no descriptor left.
 */
export function residentSize(ask: () => number = process.memoryUsage.rss): number {
  try {
    return ask()
  } catch {
    return 0
  }
}

/** Gives the way to end it. Where the engine does not lend its collector nothing is done. */
export function trimMemory(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('typeof gc === "function" ? gc : null') as Collect | null
  setFlagsFromString('--no-expose-gc')
  setFlagsFromString(GROWTH)
  if (collect === null) return () => {}
  let left = 0
  let worked = 0
  let before = performance.eventLoopUtilization()
  const look = (): void => {
    const now = performance.eventLoopUtilization()
    const { utilization, active } = performance.eventLoopUtilization(now, before)
    before = now
    worked += active
    // A collection of this kind stops the program for a tenth of a second or more. Under load that
    // would be some call's time.
    if (utilization >= IDLE) return
    const size = residentSize()
    if (size < MARK || (size < left + STEP && worked < WORK_MS)) return
    collect({ type: 'major', flavor: 'last-resort' })
    left = residentSize()
    worked = 0
  }
  const looking = setInterval(look, LOOK_MS).unref()
  return () => clearInterval(looking)
}
