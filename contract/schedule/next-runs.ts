// When a job is due next. By croner, which knows time zones: a time that a clock skips is due when
// the gap ends, and a time that a clock shows twice is due the first time. Pure.
import { Cron } from 'croner'
import { assertNever } from '../never.ts'
import type { Job } from './job.ts'
import type { Trigger } from './trigger.ts'

type Due = Pick<Job, 'trigger' | 'expiresAt' | 'maxRuns' | 'cooldownSeconds' | 'runs' | 'lastAt'>

/** At most so many, each later than `after`, within the limits of the job. */
export function nextRuns(job: Due, after: number, most: number): readonly number[] {
  const { trigger, expiresAt, maxRuns, cooldownSeconds, runs } = job
  const left = maxRuns === null ? most : Math.min(most, maxRuns - runs)
  const cooldown = (cooldownSeconds ?? 0) * 1_000
  const due = dueAfter(trigger)
  const found: number[] = []
  let last = job.lastAt
  let from = after
  while (found.length < left) {
    const next = due(last === null || cooldown === 0 ? from : Math.max(from, last + cooldown - 1))
    if (next === null || (expiresAt !== null && next >= expiresAt)) break
    found.push(next)
    last = next
    from = next
  }
  return found
}

function dueAfter(trigger: Trigger): (after: number) => number | null {
  switch (trigger.kind) {
    case 'at':
      return (after) => (trigger.at > after ? trigger.at : null)
    case 'every': {
      const step = trigger.seconds * 1_000
      return (after) => {
        const passed = Math.floor((after - trigger.from) / step)
        return trigger.from + Math.max(1, passed + 1) * step
      }
    }
    case 'cron': {
      const cron = parsed(trigger)
      return (after) => cron.nextRun(new Date(after))?.getTime() ?? null
    }
    case 'event':
      // Nobody knows when one comes.
      return () => null
    default:
      return assertNever(trigger, 'dueAfter')
  }
}

const parsed = ({ expression, zone }: { expression: string; zone: string }): Cron =>
  new Cron(expression, { timezone: zone, mode: '5-part', paused: true })

/** Null: it is one, and there is a day on which it is due. */
export function cronProblem(expression: string): string | null {
  if (expression.trim().split(/\s+/).length !== 5)
    return 'five fields: minute, hour, day of the month, month, day of the week'
  try {
    return parsed({ expression, zone: 'UTC' }).nextRun(new Date(0)) === null
      ? 'no day fits this expression'
      : null
  } catch (fault) {
    return fault instanceof Error ? fault.message.replace(/^Cron\w*: /, '') : 'no cron expression'
  }
}
