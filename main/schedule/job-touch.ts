// What a call would reach of the jobs, as they are kept now.
import { failure, type Failure } from '../../contract/failure.ts'
import { JobId } from '../../contract/ids.ts'
import type { CanonicalTouch, Touch } from '../../contract/call/touch.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Job } from '../../contract/schedule/job.ts'
import { jobSentence } from '../../contract/schedule/job-sentence.ts'

export type JobLookup = { get(id: JobId): Job | null }
export type ScheduleTouch = Extract<Touch, { kind: 'schedule' }>

export type JobTouchDeps = {
  readonly table: JobLookup
  readonly now: () => number
  /** In which moments are written. */
  readonly zone: () => string
}

/** Fails where there is no job of that id. */
export function findJob(table: JobLookup, id: string): Result<Job, Failure> {
  const known = JobId.safeParse(id)
  const job = known.success ? table.get(known.data) : null
  return job === null
    ? err(failure('schedule.unknown', `There is no job ${id}.`, 'List the jobs for their ids.'))
    : ok(job)
}

/** Fails where there is no such job, or for a time that has passed. */
export function jobTouch(
  { table, now, zone }: JobTouchDeps,
  { access, job, at }: ScheduleTouch,
): Result<CanonicalTouch, Failure> {
  if (at !== undefined && at <= now())
    return err(failure('schedule.past', 'The time has passed already.', 'Give one in the future.'))
  if (job === null) return ok({ kind: 'schedule', access, job: null })
  const found = findJob(table, job)
  if (!found.ok) return found
  const { id, name, updatedAt } = found.value
  const sentence = jobSentence(found.value, zone())
  return ok({ kind: 'schedule', access, job: { id, name, sentence, updatedAt } })
}
