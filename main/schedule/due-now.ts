// What is due at a moment, as it is to be written before anything of it begins.
import { readJson } from '../../contract/read-json.ts'
import type { JobId } from '../../contract/ids.ts'
import { dueTooFar, nextDue, planDue } from '../../contract/schedule/due.ts'
import type { DeadLetter } from '../../contract/schedule/job.ts'
import { JobPayload, type JobRun } from '../../contract/schedule/job-run.ts'
import type { NewRuns } from './new-runs.ts'
import type { SchedulerDeps, Written } from './scheduler-deps.ts'

export type DueNowDeps = Pick<SchedulerDeps, 'jobs' | 'runs' | 'now'> & {
  readonly fresh: NewRuns
  /** Runs of this job that have begun or wait. */
  readonly active: (job: JobId) => number
}

/** Null: none is due. */
export function dueJobs({ jobs, now, fresh, active }: DueNowDeps): Written | null {
  const at = now()
  const due = jobs.due(at)
  if (due.length === 0) return null
  const taken = due.map(({ job, dueAt }) => {
    const plan = planDue(job, dueAt, at)
    const own = fresh.planned(job, plan, dueAt, active(job.id))
    const begins = own.filter(({ state }) => state === 'queued').length
    const counted = { ...job, runs: job.runs + begins, lastAt: begins > 0 ? at : job.lastAt }
    return { own, moved: { job: counted, nextAt: plan.next } }
  })
  return { moved: taken.map(({ moved }) => moved), runs: taken.flatMap(({ own }) => own) }
}

/** Failed runs whose next try has come. Null: none. */
export function dueLetters(deps: DueNowDeps): Written | null {
  const due = deps.runs.dueLetters(deps.now())
  if (due.length === 0) return null
  const repeated = due.map((letter) => ({ letter, run: repeatOf(letter, deps) }))
  return {
    letters: repeated.map(({ letter, run }) =>
      run === null
        ? { ...letter, state: 'discarded', nextAt: null }
        : { ...letter, state: 'running', nextAt: null },
    ),
    runs: repeated.flatMap(({ run }) => run ?? []),
  }
}

/** Null: its job is gone, or what was kept cannot be read. */
function repeatOf(letter: DeadLetter, { jobs, now, fresh }: DueNowDeps): JobRun | null {
  const job = jobs.get(letter.job)
  const payload = readJson(letter.payload, JobPayload)
  return job === null || payload === null
    ? null
    : { ...fresh.of(job, { why: 'repeated', dueAt: now(), letter: letter.id }), payload }
}

/** After the clock was set back to `at`: what lies too far ahead is counted again. Null: nothing. */
export function dueAfterClockWasSet(jobs: SchedulerDeps['jobs'], at: number): Written | null {
  const moved = jobs.list().flatMap((job) => {
    const dueAt = jobs.dueAt(job.id)
    return dueAt !== null && dueTooFar(job, dueAt, at) ? [{ job, nextAt: nextDue(job, at) }] : []
  })
  return moved.length > 0 ? { moved } : null
}
