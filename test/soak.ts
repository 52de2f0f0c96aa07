// Whether tests run in their long form: `npm run test:soak`, and every night.

export const soak = process.env['GATEHOUSE_SOAK'] === '1'

/**
 * How often a property is tried that has tables of written-out cases beside it: all of `full` in
 * the long form, else a tenth, and never fewer than 200.
 */
export const tries = (full: number): number =>
  soak ? full : Math.max(Math.min(full, 200), Math.round(full / 10))
