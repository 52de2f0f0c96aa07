// Whether tests run in their long form: `npm run test:soak`, and every night.

export const soak = process.env['GATEHOUSE_SOAK'] === '1'

/** Rounds, programs or calls of a costly kind: all of them in the long form, else a few. */
export const many = (full: number, few: number): number => (soak ? full : few)

/**
 * How often a property is tried: all of `full` in the long form, else a thousand times at most.
 */
export const tries = (full: number): number => (soak ? full : Math.min(full, 1_000))
