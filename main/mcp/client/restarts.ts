// How often a server has ended of late: how long to wait before the next try, and when to give up.
import type { Limits } from './limits.ts'

export type Restarts = {
  /** It has ended once more. How many milliseconds to wait; null: too often, so not again. */
  next(): number | null
  /** Like `next`, for an end at which it is started again at once. False: too often. */
  atOnce(): boolean
  /** What a person reads of it. */
  text(): string
  /** A person starts it: what was before does not count. */
  reset(): void
}

/** @param counted whether there is a number of ends at which it is given up. */
export function openRestarts(limits: Limits, now: () => number, counted: boolean): Restarts {
  let ends: number[] = []
  const tooOften = (): boolean => counted && ends.length >= limits.crashes
  return {
    next() {
      const at = now()
      ends = [...ends.filter((end) => at - end < limits.crashWindowMs), at]
      if (tooOften()) return null
      return limits.waitMs[Math.min(ends.length, limits.waitMs.length) - 1] ?? 60_000
    },
    atOnce() {
      ends = [...ends, now()]
      return !tooOften()
    },
    text: () =>
      `It happened ${ends.length} times in ${Math.round(limits.crashWindowMs / 60_000)} minutes.`,
    reset: () => void (ends = []),
  }
}
