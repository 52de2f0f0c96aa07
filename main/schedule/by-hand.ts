// What a person does with a job or a failed run: run it now, repeat it, discard it.
import { failure, type Failure } from '../../contract/failure.ts'
import type { JobId } from '../../contract/ids.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { DeadLetter, Job } from '../../contract/schedule/job.ts'
import type { JobRun } from '../../contract/schedule/job-run.ts'
import type { NewRuns } from './new-runs.ts'
import type { SchedulerDeps, Written } from './scheduler-deps.ts'
import type { StartRuns } from './start-runs.ts'

export type ByHandDeps = SchedulerDeps & {
  readonly fresh: NewRuns
  readonly starts: Pick<StartRuns, 'active' | 'pump'>
  readonly keep: (changed: Written) => void
  /** Something is due. */
  readonly wake: () => void
}

export function jobsByHand(deps: ByHandDeps) {
  const { jobs, runs, now, fresh, starts, keep, wake } = deps
  const ready = (id: string): Result<Job, Failure> => {
    const barred = deps.barred()
    if (barred !== null) return err(barred)
    const job = jobs.get(id as JobId)
    return job === null
      ? err(failure('schedule.unknown', `There is no job ${id}.`, 'List the jobs for their ids.'))
      : ok(job)
  }
  const letterAt = (id: string): Result<DeadLetter, Failure> => {
    const letter = runs.letter(id)
    return letter === null
      ? err(failure('schedule.no-letter', `There is no failed run ${id}.`, 'List the failed runs.'))
      : ok(letter)
  }

  return {
    /** Runs a job now, once. Fails while everything is stopped, and where it runs already. */
    runNow(id: string): Result<JobRun, Failure> {
      const found = ready(id)
      if (!found.ok) return found
      const job = found.value
      if (starts.active(job.id) >= job.maxConcurrent)
        return err(
          failure(
            'schedule.busy',
            `${job.name} runs already, as often at the same time as it may.`,
            'Wait until it has ended, or raise how many of it may run at the same time.',
          ),
        )
      const run = fresh.of(job, { why: 'by-hand', dueAt: now() })
      const refused = deps.refusal(run.payload)
      if (refused !== null) return err(refused)
      const counted = { ...job, runs: job.runs + 1, lastAt: now() }
      keep({ moved: [{ job: counted, nextAt: jobs.dueAt(job.id) }], runs: [run] })
      starts.pump()
      deps.changed()
      return ok(runs.get(run.id) ?? run)
    },
    /** Runs a failed run again, with what it was given then. */
    repeat(id: string): Result<DeadLetter, Failure> {
      const found = letterAt(id)
      if (!found.ok) return found
      const letter = found.value
      const job = ready(letter.job)
      if (!job.ok) return job
      if (letter.state === 'running') return err(runsAgain(letter))
      runs.write({ letters: [{ ...letter, state: 'queued', nextAt: now() }] })
      wake()
      return ok(runs.letter(id) ?? letter)
    },
    /** Nobody wants it repeated; it stays in the list. */
    discard(id: string): Result<DeadLetter, Failure> {
      const found = letterAt(id)
      if (!found.ok) return found
      if (found.value.state === 'running') return err(runsAgain(found.value))
      const letter: DeadLetter = { ...found.value, state: 'discarded', nextAt: null }
      runs.write({ letters: [letter] })
      deps.changed()
      return ok(letter)
    },
  }
}

const runsAgain = ({ jobName }: DeadLetter): Failure =>
  failure('schedule.running', `This run of ${jobName} is being repeated now.`, 'Wait for its end.')
