// Whether tests run in their long form: `npm run test:soak`, and every night.
import { short } from './whole.ts'

export const soak = process.env['GATEHOUSE_SOAK'] === '1'

/**
 * Rounds, programs or calls of a costly kind: all of them in the long form, else a few, and in a plain
 * `npm test` the fewest that still find what a change breaks at all (decision 87).
 */
export const many = (full: number, few: number, fewest = few): number =>
  soak ? full : short ? fewest : few

/**
 * How often a property is tried: all of `full` in the long form, else a thousand times at most, and
 * in a plain `npm test` as often as `SHORT_TRIES` says (decision 87).
 */
export const tries = (full: number): number =>
  soak ? full : Math.min(full, short ? SHORT_TRIES : 1_000)

/** One that finds a fault at all finds most of them in a hundred tries. */
const SHORT_TRIES = 150
