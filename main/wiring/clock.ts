// What every layer takes from the machine as an argument.
import { performance } from 'node:perf_hooks'

export type Clock = {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Milliseconds that only ever grow. */
  readonly monotonic: () => number
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }
