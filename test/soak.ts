// Whether tests run in their long form: `npm run test:soak`, and every night.

export const soak = process.env['GATEHOUSE_SOAK'] === '1'

/**
 * How often a property is tried: all of `full` in the long form, else a thousand times at most.
 */
export const tries = (full: number): number => (soak ? full : Math.min(full, 1_000))
