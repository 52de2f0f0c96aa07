// Pure. Whether a call comes in the hours of a rule.
import { isTimeZone } from '../../../contract/policy/time-zone.ts'
import type { Rule, Weekday } from '../../../contract/policy/rule.ts'

/** Local time of a call; the gate has no clock of its own. */
export type EvaluationTime = {
  readonly epochMs: number
  readonly weekday: Weekday
  readonly minute: number
}

type Hours = NonNullable<Rule['when']['hours']>
type TimeOfDay = Pick<EvaluationTime, 'weekday' | 'minute'>

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** A night belongs to the day on which it begins. The same time twice is a whole day from then. */
export function within({ from, to, days }: Hours, { minute, weekday }: TimeOfDay): boolean {
  const [start, end] = [minutes(from), minutes(to)]
  const evening = start < end ? minute >= start && minute < end : minute >= start
  const morning = start >= end && minute < end
  if (days === undefined) return evening || morning
  return (evening && days.includes(weekday)) || (morning && days.includes(dayBefore[weekday]))
}

const dayBefore = {
  mon: 'sun',
  tue: 'mon',
  wed: 'tue',
  thu: 'wed',
  fri: 'thu',
  sat: 'fri',
  sun: 'sat',
} as const

/** Reads the hours of rules, ready to be asked. Rules of one time zone share its clock. */
export type ReadHours = (hours: Hours, effect: Rule['effect']) => (at: EvaluationTime) => boolean

/**
 * Of a time zone that does not exist nothing is known: then a rule that allows is silent, and any
 * other one holds.
 */
export function openHours(): ReadHours {
  const clocks = new Map<string, ReturnType<typeof clockIn>>()
  return (hours, effect) => {
    const { timeZone } = hours
    if (timeZone === undefined) return (at) => within(hours, at)
    const clock = clocks.get(timeZone) ?? clockIn(timeZone)
    clocks.set(timeZone, clock)
    if (clock === null) return () => effect !== 'allow'
    return ({ epochMs }) => within(hours, clock(epochMs))
  }
}

/** Time of day in a zone; null where there is no such zone. A minute is worked out once. */
function clockIn(timeZone: string): ((epochMs: number) => TimeOfDay) | null {
  if (!isTimeZone(timeZone)) return null
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  let known: { readonly at: number; readonly time: TimeOfDay } | null = null
  return (epochMs) => {
    const at = Math.floor(epochMs / 60_000)
    if (known?.at !== at) known = { at, time: timeOf(format.formatToParts(epochMs)) }
    return known.time
  }
}

function timeOf(parts: readonly Intl.DateTimeFormatPart[]): TimeOfDay {
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((each) => each.type === type)?.value ?? ''
  return {
    weekday: part('weekday').toLowerCase() as Weekday,
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  }
}
