// Free time within working hours. Pure: what is busy and how the days go comes from outside.
import { joinPeriods, type Period } from './calendar-event.ts'
import { momentOf, wallTimeOf } from './zoned-time.ts'

export type WorkingHours = {
  /** Minutes since midnight; the end may be 1440. */
  readonly from: number
  readonly to: number
  /** 1 is Monday, 7 Sunday. */
  readonly days: readonly number[]
  /** IANA zone of the clock on the wall. */
  readonly zone: string
}

/** The working hours of each day that reach into the period, in order. */
export function workingPeriods({ start, end }: Period, hours: WorkingHours): readonly Period[] {
  const first = wallTimeOf(start, hours.zone)
  const found: Period[] = []
  for (let at = 0; ; at += 1) {
    // In UTC, so that no day is longer or shorter than another.
    const day = new Date(Date.UTC(first.year, first.month - 1, first.day + at))
    const date = {
      year: day.getUTCFullYear(),
      month: day.getUTCMonth() + 1,
      day: day.getUTCDate(),
    }
    const midnight = momentOf({ ...date, minutes: 0 }, hours.zone)
    if (midnight >= end) return found
    if (!hours.days.includes(((day.getUTCDay() + 6) % 7) + 1)) continue
    const from = Math.max(start, momentOf({ ...date, minutes: hours.from }, hours.zone))
    const to = Math.min(end, momentOf({ ...date, minutes: hours.to }, hours.zone))
    if (from < to) found.push({ start: from, end: to })
  }
}

/** Every stretch of at least that length that is within working hours and not busy, in order. */
export function openSlots(
  within: Period,
  busy: readonly Period[],
  hours: WorkingHours,
  leastMs: number,
): readonly Period[] {
  const taken = joinPeriods(busy)
  return workingPeriods(within, hours).flatMap(({ start, end }) => {
    const free: Period[] = []
    let from = start
    for (const period of taken) {
      if (period.end <= from || period.start >= end) continue
      if (period.start - from >= leastMs) free.push({ start: from, end: period.start })
      from = Math.max(from, period.end)
    }
    if (end - from >= leastMs) free.push({ start: from, end })
    return free
  })
}

const QUARTER_MS = 15 * 60_000

/** Meetings of that length that fit, each at a quarter of an hour, earliest first. */
export function meetingsIn(
  slots: readonly Period[],
  lengthMs: number,
  most: number,
): readonly Period[] {
  const found: Period[] = []
  for (const slot of slots) {
    let start = Math.ceil(slot.start / QUARTER_MS) * QUARTER_MS
    for (; start + lengthMs <= slot.end; start += lengthMs) {
      if (found.length === most) return found
      found.push({ start, end: start + lengthMs })
    }
  }
  return found
}
