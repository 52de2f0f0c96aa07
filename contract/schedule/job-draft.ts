// A job as a person gives it, in the window or on the command line.
import { z } from 'zod'
import { isTimeZone } from '../policy/time-zone.ts'
import { eventPattern } from './event-pattern.ts'
import { CatchUp, JobType } from './job.ts'
import { cronProblem } from './next-runs.ts'
import { TriggerAsked } from './trigger.ts'

const oneLine = (text: string): boolean => !/[\n\r]/.test(text)

const trigger = TriggerAsked.superRefine((asked, context) => {
  const issue = (path: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (asked.kind === 'cron') {
    const problem = cronProblem(asked.expression)
    if (problem !== null) issue('expression', problem)
    if (!isTimeZone(asked.zone)) issue('zone', 'a time zone such as Europe/Berlin')
  }
  if (asked.kind === 'event') {
    const read = eventPattern.safeParse(asked.pattern)
    if (!read.success) issue('pattern', read.error.issues[0]?.message ?? 'a regular expression')
  }
})

const limits = {
  expiresAt: z.int().nullable(),
  maxRuns: z.int().min(1).max(1_000_000).nullable(),
  cooldownSeconds: z.int().min(1).max(31_536_000).nullable(),
  maxConcurrent: z.int().min(1).max(50),
  catchUp: CatchUp,
  paused: z.boolean(),
  agent: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'the name of an agent'),
}
const work = {
  name: z.string().trim().min(1).max(80).refine(oneLine, 'one line'),
  type: JobType,
  message: z.string().trim().min(1).max(10_000),
  trigger,
}

export const JobDraftGiven = z.strictObject({ ...work, ...z.strictObject(limits).partial().shape })
export type JobDraftGiven = z.infer<typeof JobDraftGiven>

export const JobChangeGiven = z.strictObject({ ...work, ...limits }).partial()
export type JobChangeGiven = z.infer<typeof JobChangeGiven>
