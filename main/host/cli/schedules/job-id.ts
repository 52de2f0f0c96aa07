// The id of a job as it is typed.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { JobId } from '../../../../contract/ids.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'

export function jobIdIn(word: string | undefined): Result<JobId, Failure> {
  const id = JobId.safeParse(word)
  return id.success
    ? ok(id.data)
    : err(
        failure(
          'usage',
          `"${word ?? ''}" is not the id of a job.`,
          'Ids begin with job_. To find them: gatehouse schedules list',
        ),
      )
}

export const unknownJob = (word: string): Failure =>
  failure('schedule.unknown', `There is no job ${word}.`, 'See: gatehouse schedules list')
