// A job that is kept to run later: what it does, when, and within which limits.
import { z } from 'zod'
import { Maker } from '../call/principal.ts'
import { JobId } from '../ids.ts'
import { ScheduledText } from './scheduled-text.ts'
import { Trigger } from './trigger.ts'

/** agent: a run of an agent with the message; echo: the message itself is shown to the person. */
export const JobType = z.enum(['agent', 'echo'])
export type JobType = z.infer<typeof JobType>

/** What becomes of runs that were missed while nothing could run them. */
export const CatchUp = z.enum(['skip', 'once', 'all'])
export type CatchUp = z.infer<typeof CatchUp>

const limits = {
  /** No run at this moment or later; null: no end. */
  expiresAt: z.int().nullable(),
  maxRuns: z.int().min(1).nullable(),
  /** Between the starts of two runs at least. */
  cooldownSeconds: z.int().min(1).nullable(),
  /** Runs of this job at the same time. */
  maxConcurrent: z.int().min(1),
  catchUp: CatchUp,
}

export const Job = z.strictObject({
  id: JobId,
  name: z.string(),
  type: JobType,
  message: z.string(),
  /** Which agent runs, by its name. */
  agent: z.string().default('main'),
  trigger: Trigger,
  ...limits,
  paused: z.boolean(),
  /** Who made it, as the journal names a caller. */
  madeBy: z.string(),
  /**
   * On whose word it runs: it can do nothing that they could not. Null: kept before this was
   * recorded, so it does not run until a person saves it.
   */
  maker: Maker.nullable().default(null),
  /** What its maker had read when its message was written. */
  seen: ScheduledText.shape.seen.default([]),
  createdAt: z.int(),
  updatedAt: z.int(),
  runs: z.int().min(0),
  lastAt: z.int().nullable(),
})
export type Job = z.infer<typeof Job>

export type JobLimits = Pick<Job, keyof typeof limits>

export const usualLimits: JobLimits = {
  expiresAt: null,
  maxRuns: null,
  cooldownSeconds: null,
  maxConcurrent: 1,
  catchUp: 'skip',
}

/** A run that failed for good, with what it was given, so that it can be run again as it was. */
export const DeadLetterState = z.enum(['queued', 'running', 'succeeded', 'failed', 'discarded'])
export type DeadLetterState = z.infer<typeof DeadLetterState>
export const DeadLetter = z.strictObject({
  id: z.string(),
  job: JobId,
  jobName: z.string(),
  payload: z.string(),
  error: z.string(),
  failedAt: z.int(),
  retries: z.int().min(0),
  state: DeadLetterState,
  /** When it is tried again; null: not before a person says so. */
  nextAt: z.int().nullable(),
})
export type DeadLetter = z.infer<typeof DeadLetter>

/** A job as a screen lists it. */
export const JobListing = z.strictObject({
  ...Job.shape,
  sentence: z.string(),
  nextRuns: z.array(z.int()),
  /** Its time passed while nothing ran it; null: no run was missed. */
  missedSince: z.int().nullable(),
  /** Runs that go on or wait for their turn. */
  running: z.int().min(0),
  /** Why it does not run when it is due, and what to do; null: it runs. */
  held: z.string().nullable(),
})
export type JobListing = z.infer<typeof JobListing>
