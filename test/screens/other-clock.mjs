// @ts-check For `node --import`, and for a page: anyone who reads this believes it is CLOCK_LATE_MS
// later than it is. So a history has days in it, and the pictures of today show the same times as
// those of tomorrow.
import { runInThisContext } from 'node:vm'

/** @param {number} lateMs */
export const otherClock = (lateMs) => `{
  const { now } = Date
  globalThis.Date = new Proxy(Date, {
    construct: (Real, words, asked) => Reflect.construct(Real, words.length === 0 ? [now() + ${lateMs}] : words, asked),
  })
  Date.now = () => now() + ${lateMs}
}`

const late = process.env['CLOCK_LATE_MS']
if (late !== undefined) runInThisContext(otherClock(Number(late)))
