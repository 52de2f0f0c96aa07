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

/** With what each may be. */
const fields = [
  ['minute', '0 to 59'],
  ['hour', '0 to 23'],
  ['day of the month', '1 to 31'],
  ['month', '1 to 12, or JAN to DEC'],
  ['day of the week', '0 to 7, or SUN to SAT'],
] as const

/** Null: it is one, and there is a day on which it is due. */
export function cronProblem(expression: string): string | null {
  const given = expression.trim().split(/\s+/)
  if (given.length !== fields.length)
    return `five fields: ${fields.map(([name]) => name).join(', ')}`
  const due = firstRun(given)
  if (typeof due === 'number') return null
  if (due === 'never') return 'no day fits this expression'
  const wrong = fields.findIndex(
    (_field, at) =>
      firstRun(fields.map((_other, place) => (place === at ? given[at] : '*'))) === 'unreadable',
  )
  const [name, range] = fields[wrong] ?? ['whole', 'five fields']
  return `the ${name} ${JSON.stringify(given[wrong] ?? expression)} cannot be: ${range}, alone, as a list (1,15), a range (1-5) or a step (*/2)`
}

function firstRun(given: readonly (string | undefined)[]): number | 'never' | 'unreadable' {
  try {
    const cron = parsed({ expression: given.join(' '), zone: 'UTC' })
    return cron.nextRun(new Date(0))?.getTime() ?? 'never'
  } catch {
    return 'unreadable'
  }
}
