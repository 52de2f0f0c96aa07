// Jobs that run later.
import { fieldsOf, type CallFacts } from '../../contract/approval/call-facts.ts'
import { assertNever } from '../../contract/never.ts'
import type { SchedulePower } from '../../contract/call/powers/schedule-power.ts'
import type { Failure } from '../../contract/failure.ts'
import { ok, type Result } from '../../contract/result.ts'
import { defineTool, type FactsContext, type ToolOutput } from '../../contract/call/tool.ts'
import type { TouchOf } from '../../contract/call/touch.ts'
import { usualLimits } from '../../contract/schedule/job.ts'
import { jobSentence, momentText, ownZone } from '../../contract/schedule/job-sentence.ts'
import { nextRuns } from '../../contract/schedule/next-runs.ts'
import { triggerOf } from '../../contract/schedule/trigger.ts'
import { declaredActions } from '../service/action-args.ts'
import { actions, changeIn, input, nameFrom, type Input } from './job-args.ts'
import { deadLettersText, historyText, jobLines, jobsText, nextText } from './job-text.ts'

/** Of the history, as one list. */
const MOST_RUNS = 200

const accessOf: { readonly [A in Input['action']]: TouchOf<'schedule'>['access'] } = {
  list: 'read',
  get: 'read',
  history: 'read',
  dlq_list: 'read',
  add: 'write',
  update: 'write',
  pause: 'write',
  resume: 'write',
  run: 'write',
  remove: 'delete',
  dlq_clear: 'delete',
  dlq_replay: 'write',
}

const verbs: { readonly [A in Input['action']]: string } = {
  list: 'List',
  get: 'Look at',
  history: 'List the runs of',
  dlq_list: 'List failed runs of',
  add: 'Schedule',
  update: 'Change',
  pause: 'Pause',
  resume: 'Resume',
  remove: 'Remove',
  run: 'Run',
  dlq_replay: 'Repeat a failed run of',
  dlq_clear: 'Clear the failed runs of',
}

/** The job as a sentence with its next runs: as it would be, and as it is now. */
function factsOf(given: Input, { now, touches }: FactsContext): CallFacts {
  const job = touches.flatMap((touch) => (touch.kind === 'schedule' ? [touch.job] : []))[0] ?? null
  const zone = ownZone()
  const { trigger: asked, type = 'agent', ...rest } = changeIn(given)
  const fields: { name: string; text: string }[] = []
  const add = (name: string, text: string): void => void fields.push({ name, text })
  if (job !== null) add('The job now', job.sentence)
  if (asked !== undefined) {
    const trigger = triggerOf(asked, now)
    const asGiven = { ...usualLimits, ...rest, trigger, type, paused: false, runs: 0, lastAt: null }
    if (given.action === 'add') add('The job', jobSentence(asGiven, zone))
    const next = nextRuns(asGiven, now, 3).map((at) => momentText(at, zone))
    add('Next runs', nextText(trigger, next))
  }
  return {
    kind: 'record',
    verb: verbs[given.action],
    target:
      job === null
        ? given.action === 'add'
          ? `the job ${given.name ?? nameFrom(given.message ?? '')}`
          : 'scheduled jobs'
        : `the job ${job.name}`,
    fields: [
      ...fields,
      ...(given.action === 'add'
        ? fieldsOf(given, { message: 'Message', agent: 'Agent' })
        : fieldsOf(given, {
            name: 'New name',
            type: 'Type',
            message: 'Message',
            agent: 'Agent',

            cron_expr: 'Cron expression',
            dlq_id: 'The failed run',

            tz: 'Time zone',
            event_pattern: 'When an event matches',
            event_source: 'Of the webhook',
            every_seconds: 'Every, in seconds',
            delay_seconds: 'After, in seconds',
            at_time: 'At',
            expires_at: 'Until',
            max_runs: 'Runs at most',
            cooldown_secs: 'Seconds apart at least',
            max_concurrent: 'Runs at the same time',
            catch_up: 'Missed runs',
            dlq_status: 'Only in the state',
          })),
    ],
  }
}

export const cron = defineTool({
  manifest: {
    id: 'schedule.jobs',
    name: 'cron',
    title: 'Schedules',
    description:
      'Jobs for later: after a delay, at a time, at a steady distance, by a cron expression, or when an event comes in. List them and their runs, look at one, add, change, pause, resume, remove or run one; repeat a run that failed. A job can do what you can, and what needs approval waits for a person.',
    version: '2.0.0',
    category: 'schedule',
    riskTier: 'R1',
    sideEffects: true,
    dataAccess: ['schedules'],
    requires: [],
    defaultPolicy: { effect: 'confirm', scope: 'reading is allowed; each change is confirmed' },
    redaction: { args: [], result: [] },
    rateLimits: { perSession: 0, perMinute: 30 },
    builtIn: true,
    // What it schedules sends messages later.
    networkOutbound: true,
    subagentAccess: 'readOnly',
    actions: declaredActions(actions),
    limits: { runTimeMs: 10_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 30_000 },
  },
  requiredPowers: ['schedule'],
  input,
  action: ({ action }) => action,
  touches: ({ action, job_id, at_time }) => [
    {
      kind: 'schedule',
      access: accessOf[action],
      job: job_id ?? null,
      ...(at_time === undefined ? {} : { at: Date.parse(at_time) }),
    },
  ],
  facts: factsOf,
  execute: (given, { power }) => done(given, power.schedule),
})

async function done(given: Input, jobs: SchedulePower): Promise<Result<ToolOutput, Failure>> {
  const { action, job_id = '', page = 1, dlq_status = null } = given
  switch (action) {
    case 'list': {
      const all = await jobs.list()
      return all.ok ? ok(jobsText(all.value, page)) : all
    }
    case 'dlq_list': {
      const all = await jobs.deadLetters(dlq_status)
      return all.ok ? ok(deadLettersText(all.value, page)) : all
    }
    case 'get':
      return said('', await jobs.get(job_id))
    case 'add': {
      const { trigger = null, name, type = 'agent', message = '', ...rest } = changeIn(given)
      // The schema has seen to it.
      if (trigger === null) throw new Error('A job without a time was let in.')
      const draft = { ...rest, name: name ?? nameFrom(message), type, message, trigger }
      return said('Kept. ', await jobs.add(draft))
    }
    case 'update':
      return said('Changed. ', await jobs.change(job_id, changeIn(given)))
    case 'pause':
      return said('Paused. ', await jobs.change(job_id, { paused: true }))
    case 'resume':
      return said('Resumed. ', await jobs.change(job_id, { paused: false }))
    case 'remove': {
      const gone = await jobs.remove(job_id)
      return gone.ok
        ? ok({ text: `Removed the job ${gone.value.name}.`, data: { id: job_id } })
        : gone
    }
    case 'dlq_clear': {
      const cleared = await jobs.clearDeadLetters(dlq_status)
      if (!cleared.ok) return cleared
      return ok({
        text: `Cleared ${cleared.value} failed ${cleared.value === 1 ? 'run' : 'runs'}.`,
        data: { cleared: cleared.value },
      })
    }
    case 'history': {
      const runs = await jobs.history(given.job_id ?? null, MOST_RUNS)
      return runs.ok ? ok(historyText(runs.value, page)) : runs
    }
    case 'run': {
      const started = await jobs.run(job_id)
      if (!started.ok) return started
      const { id, jobName, state } = started.value
      const text = `${jobName} ${state === 'queued' ? 'waits for its turn' : 'has begun'}.`
      return ok({ text: `${text} See history for what came of it.`, data: { run: id } })
    }
    case 'dlq_replay': {
      const again = await jobs.repeat(given.dlq_id ?? '')
      if (!again.ok) return again
      const text = `The failed run of ${again.value.jobName} is repeated with what it was given then.`
      return ok({ text, data: { id: again.value.id } })
    }
    default:
      return assertNever(action, 'done')
  }
}

type Stored = Awaited<ReturnType<SchedulePower['get']>>

const said = (before: string, stored: Stored): Result<ToolOutput, Failure> =>
  stored.ok
    ? ok({
        text: `${before}${jobLines(stored.value)}`,
        data: { id: stored.value.id, next: [...stored.value.nextRuns] },
      })
    : stored
