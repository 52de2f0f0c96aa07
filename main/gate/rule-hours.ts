// Pure. Whether a call comes in the hours of a rule.
import type { Rule, Weekday } from '../../contract/policy/rule.ts'

/** Local time of a call; the gate has no clock of its own. */
export type EvaluationTime = {
  readonly epochMs: number
  readonly weekday: Weekday
  readonly minute: number
}

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** A night belongs to the day on which it begins. The same time twice is a whole day from then. */
export function within(
  { from, to, days }: NonNullable<Rule['when']['hours']>,
  { minute, weekday }: EvaluationTime,
): boolean {
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
