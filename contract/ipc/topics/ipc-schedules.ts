// Channels: jobs that run later, their runs, and those that failed.
import { z } from 'zod'
import { JobId, JobRunId } from '../../ids.ts'
import { JobDraftGiven, JobChangeGiven } from '../../schedule/job-draft.ts'
import { DeadLetter, DeadLetterState, JobListing } from '../../schedule/job.ts'
import { ExpectedCall, GiveBeforehand, GivenApproval, Preflight } from '../../schedule/preflight.ts'
import { evidence } from '../../approval/evidence.ts'
import { JobRun } from '../../schedule/job-run.ts'
import { call, everywhere, none } from '../channel.ts'

export const schedulesChannels = {
  /** The oldest first. */
  'schedules.list': call(everywhere, none, z.array(JobListing)),
  /** Failures: `schedule.never`, `schedule.full`, `schedule.past`, and why a job may not run. */
  'schedules.add': call(everywhere, JobDraftGiven, JobListing),
  /** What is left out stays. Failures: as `schedules.add`, and `schedule.unknown`. */
  'schedules.change': call(
    everywhere,
    z.strictObject({ id: JobId, change: JobChangeGiven }),
    JobListing,
  ),
  /** A job as it would be kept, with its next runs. Keeps nothing. */
  'schedules.preview': call(
    everywhere,
    JobDraftGiven,
    z.strictObject({ sentence: z.string(), nextRuns: z.array(z.int()) }),
  ),
  /** What its calls would meet, by the gate. Runs nothing. Failures: `schedule.unknown`. */
  'schedules.preflight': call(
    everywhere,
    z.strictObject({ id: JobId, expected: z.array(ExpectedCall).max(50).default([]) }),
    Preflight,
  ),
  /**
   * Approves a call of a job beforehand, within limits. It ends with them, and when the job is changed
   * or removed. Failures: `schedule.not-asked`, `schedule.not-beforehand`, and as any relaxation.
   */
  'schedules.give': call(
    everywhere,
    z.strictObject({ ...GiveBeforehand.shape, ...evidence }),
    GivenApproval,
  ),
  /** Gives what is left. Failures: `schedule.unknown`. */
  'schedules.remove': call(everywhere, z.strictObject({ id: JobId }), z.array(JobListing)),
  /** Runs it now, once. Failures: `schedule.busy`, and while everything is stopped. */
  'schedules.run': call(everywhere, z.strictObject({ id: JobId }), JobRun),
  /** The newest first; `before`: older than this one. */
  'schedules.history': call(
    everywhere,
    z.strictObject({
      id: JobId.nullable().default(null),
      before: JobRunId.nullable().default(null),
      limit: z.int().min(1).max(500).default(100),
    }),
    z.array(JobRun),
  ),
  /** Failed runs with what they were given. The newest first. */
  'schedules.failed': call(
    everywhere,
    z.strictObject({ state: DeadLetterState.nullable().default(null) }),
    z.array(DeadLetter),
  ),
  /** Runs it again with what it was given then. Failures: `schedule.no-letter`. */
  'schedules.repeat': call(everywhere, z.strictObject({ id: z.string().max(64) }), DeadLetter),
  /** It is not repeated any more. */
  'schedules.discard': call(everywhere, z.strictObject({ id: z.string().max(64) }), DeadLetter),
  /** Gives how many. One that is being repeated stays. */
  'schedules.clear': call(
    everywhere,
    z.strictObject({ state: DeadLetterState.nullable().default(null) }),
    z.strictObject({ cleared: z.int() }),
  ),
} as const
