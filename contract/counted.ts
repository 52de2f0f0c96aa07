// A number with its noun, in the singular or the plural.

/**
 * A number with its noun: “1 row”, “2 rows”, “no rows” is left to the caller. `count` may be written
 * already, as 1,234 is. @param many where it is not the noun with an s: “entries”
 */
export const counted = (count: number | string, one: string, many = `${one}s`): string =>
  `${count} ${String(count) === '1' ? one : many}`

/** “once at most”, “3 times at most”. */
export const atMostTimes = (most: number): string =>
  most === 1 ? 'once at most' : `${most} times at most`
