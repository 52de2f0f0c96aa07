// The time of a call, as rules compare it.
import type { EvaluationTime } from '../gate/rules/rule-hours.ts'

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** Local time as rules speak of it. */
export function evaluationTimeOf(epochMs: number): EvaluationTime {
  const date = new Date(epochMs)
  return {
    epochMs,
    weekday: days[date.getDay()] ?? 'sun',
    minute: date.getHours() * 60 + date.getMinutes(),
  }
}
