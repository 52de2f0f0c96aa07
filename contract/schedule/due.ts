// What becomes of a job whose time has come: which runs start, which were missed, and when it is due
// next. Pure, so that clocks that jump can be tested.
import type { Job } from './job.ts'
import { nextRuns } from './next-runs.ts'

/** A start that is later than this was missed: the machine slept, or Gatehouse did not run. */
export const ON_TIME_MS = 60_000
/** Missed runs that are made up for at most, whatever the job says. */
export const MOST_MADE_UP = 100
/** Of missed times only so many are counted one by one. */
const MOST_COUNTED = 1_000
const DAY_MS = 86_400_000

export type DueJob = Pick<
  Job,
  'trigger' | 'expiresAt' | 'maxRuns' | 'cooldownSeconds' | 'catchUp' | 'runs' | 'lastAt'
>

export type DuePlan = {
  /** Times to run now, the earliest first. */
  readonly run: readonly { readonly at: number; readonly madeUp: boolean }[]
  /** Times that are not run any more; `more`: there were more than were counted. */
  readonly missed: { readonly count: number; readonly since: number; readonly more: boolean } | null
  readonly next: number | null
}

/** @param dueAt the time by its row, which is not later than `now`. */
export function planDue(job: DueJob, dueAt: number, now: number): DuePlan {
  // Cooldown and count are held against what really starts, which is not known while times are read.
  const expiresAt = Math.min(job.expiresAt ?? Infinity, now + 1)
  const unlimited = { ...job, cooldownSeconds: null, maxRuns: null, expiresAt }
  const later = nextRuns(unlimited, dueAt, MOST_COUNTED)
  const times = [dueAt, ...later]
  const late = times.filter((at) => now - at > ON_TIME_MS)
  const inTime = times.filter((at) => now - at <= ON_TIME_MS)
  const madeUp =
    job.catchUp === 'skip'
      ? []
      : job.catchUp === 'once'
        ? inTime.length === 0
          ? late.slice(-1)
          : []
        : late.slice(-MOST_MADE_UP)
  const wanted = [
    ...madeUp.map((at) => ({ at, madeUp: true })),
    // Of times that came together only the last: they lie less than a minute apart.
    ...inTime.slice(-1).map((at) => ({ at, madeUp: false })),
  ]
  const run = job.maxRuns === null ? wanted : wanted.slice(0, Math.max(0, job.maxRuns - job.runs))
  const count = late.length - madeUp.length
  const after = {
    ...job,
    runs: job.runs + run.length,
    lastAt: run.length > 0 ? now : job.lastAt,
  }
  return {
    run,
    missed:
      count > 0 && late[0] !== undefined
        ? { count, since: late[0], more: later.length === MOST_COUNTED }
        : null,
    next: nextDue(after, now),
  }
}

/**
 * When it is due after now. Where the clock was set back, no time is run a second time; where it was
 * set back by more than a day, or than the distance of the runs, what it said before means nothing.
 */
export function nextDue(job: DueJob, now: number): number | null {
  const { trigger, lastAt } = job
  const ahead = lastAt !== null && lastAt > now ? lastAt : null
  const believed = trigger.kind === 'every' ? trigger.seconds * 1_000 : DAY_MS
  const trusted = ahead !== null && ahead - now <= believed
  const [next = null] = nextRuns(
    { ...job, lastAt: ahead === null || trusted ? job.lastAt : null },
    trusted ? ahead : now,
    1,
  )
  return next
}

/** Its row says a time that cannot be meant: the clock was set back since it was written. */
export function dueTooFar(job: DueJob, dueAt: number, now: number): boolean {
  const next = nextDue(job, now)
  return next !== null && next < dueAt
}
