// The arguments of a job: which go with which action, and what each may be.
import { z } from 'zod'
import type { JobChange } from '../../contract/call/powers/schedule-power.ts'
import { EventSource } from '../../contract/inbound/event.ts'
import { isTimeZone } from '../../contract/policy/time-zone.ts'
import { eventPattern } from '../../contract/schedule/event-pattern.ts'
import { DeadLetterState } from '../../contract/schedule/job.ts'
import { ownZone } from '../../contract/schedule/job-sentence.ts'
import { cronProblem } from '../../contract/schedule/next-runs.ts'
import type { TriggerAsked } from '../../contract/schedule/trigger.ts'
import {
  actionNames,
  changes,
  fitsAction,
  oneLine,
  reads,
  type ActionTable,
} from '../service/action-args.ts'

const when = [
  ...(['delay_seconds', 'every_seconds', 'cron_expr', 'at_time', 'event_pattern'] as const),
] as const
const limits = ['expires_at', 'max_runs', 'cooldown_secs', 'max_concurrent', 'catch_up'] as const
const settings = [...when, 'tz', 'event_source', 'agent', ...limits]

export const actions = {
  list: reads([], ['page']),
  get: reads(['job_id']),
  history: reads([], ['job_id', 'page']),
  dlq_list: reads([], ['dlq_status', 'page']),
  add: changes(['message'], ['name', 'type', ...settings]),
  update: changes(['job_id'], ['name', 'type', 'message', ...settings]),
  resume: changes(['job_id']),
  remove: changes(['job_id']),
  run: changes(['job_id']),
  dlq_replay: changes(['dlq_id']),
  dlq_clear: changes([], ['dlq_status']),
  pause: { ...changes(['job_id']), tier: 'R2' },
} satisfies ActionTable

const seconds = (least: number) => z.int().min(least).max(31_536_000).optional()
const moment = z.iso
  .datetime({ offset: true, error: 'a time with its offset, such as 2026-11-24T09:00:00+01:00' })
  .max(40)
  .optional()

export const input = z
  .strictObject({
    action: z.enum(actionNames(actions)).describe('What to do.'),
    job_id: z
      .string()
      .regex(/^job_[0-9a-z]{8,40}$/, 'an id as list gives it')
      .optional()
      .describe('Which job, as list gives it.'),
    name: z.string().min(1).max(80).refine(oneLine, 'one line').optional().describe('Its name.'),
    type: z
      .enum(['agent', 'echo'])
      .optional()
      .describe('agent: runs an agent with the message; echo: shows the message to the person.'),
    message: z
      .string()
      .min(1)
      .max(10_000)
      .optional()
      .describe('What the agent is to do, or the text.'),
    agent: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'the name of an agent')
      .optional()
      .describe('Which agent runs; usually main.'),
    delay_seconds: seconds(1).describe('Once, after so many seconds.'),
    every_seconds: seconds(60).describe('Again and again, at this distance.'),
    cron_expr: z
      .string()
      .min(9)
      .max(200)
      .refine(oneLine, 'one line')
      .superRefine((text, context) => {
        const problem = cronProblem(text)
        if (problem !== null) context.addIssue({ code: 'custom', message: problem })
      })
      .optional()
      .describe('By a cron expression of five fields.'),
    tz: z
      .string()
      .max(64)
      .refine(isTimeZone, 'a time zone such as Europe/Berlin')
      .optional()
      .describe('Time zone of cron_expr; that of this machine if left out.'),
    at_time: moment.describe('Once, at this time, with its offset.'),
    event_pattern: eventPattern
      .optional()
      .describe('When an event comes in whose text matches this regular expression.'),
    event_source: EventSource.optional().describe(
      'Of event_pattern: only events of this webhook; of any if left out.',
    ),
    expires_at: moment.describe('No run from then on.'),
    max_runs: z.int().min(1).max(1_000_000).optional().describe('Runs at most.'),
    cooldown_secs: seconds(1).describe('Between the starts of two runs at least.'),
    max_concurrent: z.int().min(1).max(50).optional().describe('Runs at the same time; usually 1.'),
    catch_up: z
      .enum(['skip', 'once', 'all'])
      .optional()
      .describe('What becomes of missed runs; usually skip.'),
    dlq_id: z
      .string()
      .regex(/^[a-z0-9_]{1,64}$/, 'an id as dlq_list gives it')
      .optional()
      .describe('Which failed run, as dlq_list gives it.'),
    dlq_status: DeadLetterState.optional().describe('Only failed runs in this state.'),
    page: z.int().min(1).max(1_000).optional().describe('Which page of a list; the first is 1.'),
  })
  .superRefine(fitsAction(actions))
  .superRefine((given, context) => {
    const issue = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message })
    const named = when.filter((key) => given[key] !== undefined)
    if (named.length > 1) issue(named[1] ?? '', `give one of ${when.join(', ')}`)
    if (given.action === 'add' && named.length === 0)
      issue('cron_expr', `add needs one of ${when.join(', ')}`)
    if (given.tz !== undefined && given.cron_expr === undefined)
      issue('tz', 'tz goes with cron_expr')
    if (given.event_source !== undefined && given.event_pattern === undefined)
      issue('event_source', 'event_source goes with event_pattern')
    if (given.action === 'update' && Object.keys(given).length <= 2)
      issue('action', 'update needs something to change')
  })
export type Input = z.infer<typeof input>

function triggerIn({
  delay_seconds,
  every_seconds,
  cron_expr,
  tz,
  at_time,
  event_pattern,
  event_source,
}: Input): TriggerAsked | null {
  if (delay_seconds !== undefined) return { kind: 'delay', seconds: delay_seconds }
  if (every_seconds !== undefined) return { kind: 'every', seconds: every_seconds }
  if (at_time !== undefined) return { kind: 'at', at: Date.parse(at_time) }
  if (event_pattern !== undefined)
    return { kind: 'event', pattern: event_pattern, source: event_source ?? null }
  if (cron_expr === undefined) return null
  return { kind: 'cron', expression: cron_expr.trim(), zone: tz ?? ownZone() }
}

/** What was given, and nothing else. */
export function changeIn(given: Input): JobChange {
  const {
    name,
    type,
    message,
    agent,
    expires_at,
    max_runs,
    cooldown_secs,
    max_concurrent,
    catch_up,
  } = given
  const trigger = triggerIn(given)
  return {
    ...(name === undefined ? {} : { name }),
    ...(type === undefined ? {} : { type }),
    ...(message === undefined ? {} : { message }),
    ...(agent === undefined ? {} : { agent }),
    ...(trigger === null ? {} : { trigger }),
    ...(expires_at === undefined ? {} : { expiresAt: Date.parse(expires_at) }),
    ...(max_runs === undefined ? {} : { maxRuns: max_runs }),
    ...(cooldown_secs === undefined ? {} : { cooldownSeconds: cooldown_secs }),
    ...(max_concurrent === undefined ? {} : { maxConcurrent: max_concurrent }),
    ...(catch_up === undefined ? {} : { catchUp: catch_up }),
  }
}

/** The beginning of what it does, where it was given no name. */
export const nameFrom = (message: string): string => {
  const line = message.split('\n', 1)[0]?.trim() ?? ''
  return line.length > 40 ? `${Array.from(line).slice(0, 40).join('')}…` : line || 'job'
}
