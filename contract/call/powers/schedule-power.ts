// What a tool can do with jobs that run later.
import type { Failure } from '../../failure.ts'
import type { Result } from '../../result.ts'
import type { JobRun } from '../../schedule/job-run.ts'
import type { DeadLetter, DeadLetterState, Job, JobLimits, JobListing } from '../../schedule/job.ts'
import type { TriggerAsked } from '../../schedule/trigger.ts'

/** A job as it is asked for. What is left out is as usual. */
export type JobDraft = Pick<Job, 'name' | 'type' | 'message'> &
  Partial<JobLimits & Pick<Job, 'agent' | 'paused'>> & { readonly trigger: TriggerAsked }

/** What is left out stays. */
export type JobChange = Partial<JobDraft & Pick<Job, 'paused'>>

/**
 * Jobs that are kept to run later. Fails with `schedule.outside-permit` for what this call was not
 * permitted, `schedule.unknown`, `schedule.never`, `schedule.full`.
 */
export type SchedulePower = {
  list(): Promise<Result<readonly JobListing[], Failure>>
  get(id: string): Promise<Result<JobListing, Failure>>
  add(draft: JobDraft): Promise<Result<JobListing, Failure>>
  change(id: string, change: JobChange): Promise<Result<JobListing, Failure>>
  remove(id: string): Promise<Result<Job, Failure>>
  /** Null: in any state. */
  deadLetters(state: DeadLetterState | null): Promise<Result<readonly DeadLetter[], Failure>>
  /** How many were cleared. */
  clearDeadLetters(state: DeadLetterState | null): Promise<Result<number, Failure>>
  /** Once, now. Fails with `schedule.busy`, and while everything is stopped. */
  run(id: string): Promise<Result<JobRun, Failure>>
  /** With what it was given then. Fails with `schedule.no-letter`, `schedule.running`. */
  repeat(letter: string): Promise<Result<DeadLetter, Failure>>
  /** The newest first; null: of all jobs. */
  history(id: string | null, most: number): Promise<Result<readonly JobRun[], Failure>>
}
