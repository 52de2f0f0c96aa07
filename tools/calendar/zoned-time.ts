// The time on a clock in a time zone, and the moment it names. Pure; the zones are those of Intl.
import { momentAt, wallClock } from '../../contract/schedule/local-moment.ts'

/** A day and the minutes since its midnight, as a clock on the wall shows them. */
export type WallTime = {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly minutes: number
  readonly seconds?: number
}

/** What a clock in the zone shows at a moment (epoch milliseconds). Throws for no zone. */
export function wallTimeOf(at: number, zone: string): Required<WallTime> {
  const clock = new Date(wallClock(at, zone))
  return {
    year: clock.getUTCFullYear(),
    month: clock.getUTCMonth() + 1,
    day: clock.getUTCDate(),
    minutes: clock.getUTCHours() * 60 + clock.getUTCMinutes(),
    seconds: clock.getUTCSeconds(),
  }
}

const asUtc = ({ year, month, day, minutes, seconds = 0 }: WallTime): number =>
  Date.UTC(year, month - 1, day, 0, minutes, seconds)

/**
 * The moment (epoch milliseconds) at which a clock in the zone shows this. A time that a clock
 * shows twice is the first of the two; one that it leaps over is as long after the leap as it lies
 * behind its start (RFC 5545, 3.3.5). Minutes beyond a day lead into the next one.
 */
export const momentOf = (wall: WallTime, zone: string): number => momentAt(asUtc(wall), zone)

/** `2026-11-24` as its midnight in the zone. Null: it is no day. */
export function dayOf(text: string): { year: number; month: number; day: number } | null {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const at = new Date(Date.UTC(year, month - 1, day))
  const real = at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return real ? { year, month, day } : null
}

/** `2026-11-24 10:00` in the zone. */
export function clockText(at: number, zone: string): string {
  const { year, month, day, minutes } = wallTimeOf(at, zone)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
