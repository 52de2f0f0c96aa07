// When a lease ends by the clock. Pure, but for the time zone of the machine.
import { assertNever } from '../../contract/never.ts'
import type { LeaseDuration } from '../../contract/approval/lease.ts'

const HOUR = 3_600_000

/** Epoch milliseconds; null for what ends with its run or when it is revoked. */
export function leaseEnd(lasts: LeaseDuration, from: number): number | null {
  switch (lasts) {
    case 'run':
    case 'until-revoked':
      return null
    case 'hour':
      return from + HOUR
    case 'today':
      return midnightAfter(from)
    default:
      return assertNever(lasts, 'leaseEnd')
  }
}

/** The next midnight where the person is, also on a day of 23 or 25 hours. */
function midnightAfter(at: number): number {
  const day = new Date(at)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime()
}
