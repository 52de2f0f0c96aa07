// One run of a job: from the moment it was due to what came of it.
import { z } from 'zod'
import { Maker } from '../call/principal.ts'
import { JobId, JobRunId, RunId, SessionId } from '../ids.ts'
import { JobType } from './job.ts'
import { ScheduledText } from './scheduled-text.ts'

/**
 * What is run, as it was when the run was due. A failed run is repeated with this, whatever the job
 * is by then.
 */
export const JobPayload = z.strictObject({
  type: JobType,
  message: z.string(),
  agent: z.string(),
  maker: Maker.nullable(),
  seen: ScheduledText.shape.seen,
  event: ScheduledText.shape.event,
})
export type JobPayload = z.infer<typeof JobPayload>

/**
 * queued: due, not begun. running: begun, may have done something. missed: never begun. stopped: a
 * person ended it.
 */
export const JobRunState = z.enum(['queued', 'running', 'succeeded', 'failed', 'missed', 'stopped'])
export type JobRunState = z.infer<typeof JobRunState>

export const JobRun = z.strictObject({
  id: JobRunId,
  job: JobId,
  jobName: z.string(),
  state: JobRunState,
  why: z.enum(['due', 'made-up', 'by-hand', 'repeated', 'event']),
  dueAt: z.int(),
  startedAt: z.int().nullable(),
  endedAt: z.int().nullable(),
  payload: JobPayload,
  /** Of its calls, known before it begins: by that it is found whether it has begun. */
  session: SessionId,
  /** Its transcript; null: it has none. */
  run: RunId.nullable(),
  /** What came of it; how many were missed. */
  text: z.string(),
  /** The failed run that this one repeats. */
  letter: z.string().nullable(),
})
export type JobRun = z.infer<typeof JobRun>
