// A job as the tools of one purpose take it: when it is due, and what it does.
import { z } from 'zod'
import type { JobDraft } from '../../contract/call/powers/schedule-power.ts'
import { EventSource } from '../../contract/inbound/event.ts'
import { isTimeZone } from '../../contract/policy/time-zone.ts'
import { ownZone } from '../../contract/schedule/job-sentence.ts'
import { eventPattern } from '../../contract/schedule/event-pattern.ts'
import { cronProblem } from '../../contract/schedule/next-runs.ts'
import type { TriggerAsked } from '../../contract/schedule/trigger.ts'

export const taskId = z
  .string()
  .regex(/^job_[0-9a-z]{8,40}$/, 'an id as list_scheduled_tasks gives it')
  .describe('Which job, as list_scheduled_tasks gives it.')

export const scheduleType = z
  .enum(['interval', 'cron', 'once', 'event'])
  .describe(
    'interval: at a steady distance; cron: by five fields; once: at one time; event: when one comes in.',
  )
export type ScheduleType = z.infer<typeof scheduleType>

export const scheduleConfig = z
  .strictObject({
    seconds: z
      .int()
      .min(1)
      .max(31_536_000)
      .optional()
      .describe('interval: between runs, from 60. once: from now.'),
    expression: z.string().min(9).max(200).optional().describe('cron: five fields.'),
    zone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'a time zone such as Europe/Berlin')
      .optional()
      .describe('cron: that of this machine if left out.'),
    at: z.iso
      .datetime({
        offset: true,
        error: 'a time with its offset, such as 2026-11-24T09:00:00+01:00',
      })
      .max(40)
      .optional()
      .describe('once: the time, with its offset.'),
    pattern: eventPattern
      .optional()
      .describe('event: a regular expression that its text has to match.'),
    source: EventSource.optional().describe('event: of this webhook alone; of any if left out.'),
  })
  .describe('What goes with schedule_type, and nothing else.')
export type ScheduleConfig = z.infer<typeof scheduleConfig>

export const handlerType = z
  .enum(['agent', 'message'])
  .describe('agent: runs an agent; message: shows a text to the person.')

export const handlerConfig = z
  .strictObject({
    message: z.string().trim().min(1).max(10_000).describe('What the agent is to do, or the text.'),
    agent: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'the name of an agent')
      .optional()
      .describe('Which agent runs; usually main.'),
  })
  .describe('What runs.')

export const cooldownSeconds = z
  .int()
  .min(1)
  .max(31_536_000)
  .describe('Seconds between the starts of two runs at least.')
export const maxConcurrent = z
  .int()
  .min(1)
  .max(50)
  .describe('Runs at the same time at most; usually 1.')

type TaskLimits = {
  readonly cooldown_secs?: number | undefined
  readonly max_concurrent?: number | undefined
}

/** What is left out stays as it is. */
export const limitsOf = ({ cooldown_secs, max_concurrent }: TaskLimits) => ({
  ...(cooldown_secs === undefined ? {} : { cooldownSeconds: cooldown_secs }),
  ...(max_concurrent === undefined ? {} : { maxConcurrent: max_concurrent }),
})

/** The trigger, or what is wrong with it and where. */
export function triggerIn(
  type: ScheduleType,
  config: ScheduleConfig,
): { readonly trigger: TriggerAsked } | { readonly path: string; readonly wrong: string } {
  const fits = { interval: ['seconds'], cron: ['expression', 'zone'] } as const
  const more = { once: ['at', 'seconds'], event: ['pattern', 'source'] } as const
  const keys: readonly string[] = { ...fits, ...more }[type]
  const other = Object.keys(config).find((key) => !keys.includes(key))
  if (other !== undefined) return { path: other, wrong: `${other} does not go with ${type}` }
  const { seconds, expression, zone = ownZone(), at, pattern, source = null } = config
  switch (type) {
    case 'interval':
      return seconds === undefined || seconds < 60
        ? { path: 'seconds', wrong: 'interval needs seconds, from 60' }
        : { trigger: { kind: 'every', seconds } }
    case 'cron': {
      const problem = cronProblem(expression ?? '')
      return problem === null
        ? { trigger: { kind: 'cron', expression: (expression ?? '').trim(), zone } }
        : { path: 'expression', wrong: problem }
    }
    case 'once':
      if (at !== undefined && seconds === undefined)
        return { trigger: { kind: 'at', at: Date.parse(at) } }
      return seconds === undefined || at !== undefined
        ? { path: 'at', wrong: 'once needs either at or seconds' }
        : { trigger: { kind: 'delay', seconds } }
    case 'event':
      return pattern === undefined
        ? { path: 'pattern', wrong: 'event needs a pattern' }
        : { trigger: { kind: 'event', pattern, source } }
  }
}

/** For `superRefine`. */
export function fitsSchedule(
  given: { readonly schedule_type: ScheduleType; readonly schedule_config: ScheduleConfig },
  context: z.RefinementCtx,
): void {
  const read = triggerIn(given.schedule_type, given.schedule_config)
  if ('wrong' in read)
    context.addIssue({ code: 'custom', path: ['schedule_config', read.path], message: read.wrong })
}

/** What the schema has checked. */
export function triggerOfTask(type: ScheduleType, config: ScheduleConfig): TriggerAsked {
  const read = triggerIn(type, config)
  if ('wrong' in read) throw new Error(`triggerOfTask: ${read.wrong}`)
  return read.trigger
}

export const typeOf = (handler: z.infer<typeof handlerType>): JobDraft['type'] =>
  handler === 'message' ? 'echo' : 'agent'
