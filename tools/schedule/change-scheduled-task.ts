// Changes, removes and runs a job.
import { z } from 'zod'
import { fieldsOf, type CallFacts } from '../../contract/approval/call-facts.ts'
import { ok } from '../../contract/result.ts'
import { defineTool, type FactsContext } from '../../contract/call/tool.ts'
import { jobLines } from './job-text.ts'
import {
  cooldownSeconds,
  fitsSchedule,
  handlerConfig,
  limitsOf,
  maxConcurrent,
  scheduleConfig,
  scheduleType,
  taskId,
  triggerOfTask,
} from './task-args.ts'
import { changesTasks } from './task-manifest.ts'

const factsWith =
  (verb: string) =>
  (given: object, { touches }: FactsContext): CallFacts => {
    const job = touches.flatMap((touch) => (touch.kind === 'schedule' ? [touch.job] : []))[0]
    return {
      kind: 'record',
      verb,
      target: `the job ${job?.name ?? ''}`,
      fields: [
        { name: 'The job now', text: job?.sentence ?? '' },
        ...fieldsOf(given as Readonly<Record<string, unknown>>, {
          enabled: 'Enabled',
          schedule_type: 'When',
          schedule_config: 'Times',
          handler_config: 'What runs',
          cooldown_secs: 'Seconds apart at least',
          max_concurrent: 'Runs at the same time',
        }),
      ],
    }
  }

export const updateScheduledTask = defineTool({
  manifest: changesTasks({
    id: 'schedule.update',
    name: 'update_scheduled_task',
    title: 'Change a scheduled job',
    description: 'Change when a job is due or what it does, or pause or resume it.',
  }),
  requiredPowers: ['schedule'],
  input: z
    .strictObject({
      task_id: taskId,
      enabled: z.boolean().optional().describe('False: it is paused.'),
      schedule_type: scheduleType.optional(),
      schedule_config: scheduleConfig.optional(),
      handler_config: handlerConfig.optional(),
      cooldown_secs: cooldownSeconds.optional(),
      max_concurrent: maxConcurrent.optional(),
    })
    .superRefine((given, context) => {
      const { schedule_type, schedule_config } = given
      if ((schedule_type === undefined) !== (schedule_config === undefined))
        context.addIssue({
          code: 'custom',
          path: ['schedule_config'],
          message: 'schedule_type and schedule_config go together',
        })
      else if (schedule_type !== undefined && schedule_config !== undefined)
        fitsSchedule({ schedule_type, schedule_config }, context)
      if (Object.keys(given).length === 1)
        context.addIssue({
          code: 'custom',
          path: ['task_id'],
          message: 'give something to change',
        })
    }),
  action: () => null,
  touches: ({ task_id, schedule_config }) => [
    {
      kind: 'schedule',
      access: 'write',
      job: task_id,
      ...(schedule_config?.at === undefined ? {} : { at: Date.parse(schedule_config.at) }),
    },
  ],
  facts: factsWith('Change'),
  async execute(given, { power }) {
    const { task_id, enabled, schedule_type, schedule_config, handler_config } = given
    const stored = await power.schedule.change(task_id, {
      ...(enabled === undefined ? {} : { paused: !enabled }),
      ...limitsOf(given),
      ...(schedule_type === undefined || schedule_config === undefined
        ? {}
        : { trigger: triggerOfTask(schedule_type, schedule_config) }),
      ...(handler_config === undefined ? {} : { message: handler_config.message }),
      ...(handler_config?.agent === undefined ? {} : { agent: handler_config.agent }),
    })
    return stored.ok
      ? ok({ text: `Changed. ${jobLines(stored.value)}`, data: { id: stored.value.id } })
      : stored
  },
})

export const deleteScheduledTask = defineTool({
  manifest: changesTasks({
    id: 'schedule.delete',
    name: 'delete_scheduled_task',
    title: 'Remove a scheduled job',
    description: 'Remove a job. What it did stays in the history.',
  }),
  requiredPowers: ['schedule'],
  input: z.strictObject({ task_id: taskId }),
  action: () => null,
  touches: ({ task_id }) => [{ kind: 'schedule', access: 'delete', job: task_id }],
  facts: factsWith('Remove'),
  async execute({ task_id }, { power }) {
    const gone = await power.schedule.remove(task_id)
    return gone.ok
      ? ok({ text: `Removed the job ${gone.value.name}.`, data: { id: task_id } })
      : gone
  },
})

export const runScheduledTask = defineTool({
  manifest: changesTasks({
    id: 'schedule.run',
    name: 'run_scheduled_task',
    title: 'Run a scheduled job now',
    description: 'Run a job now, once, beside its times.',
  }),
  requiredPowers: ['schedule'],
  input: z.strictObject({ task_id: taskId }),
  action: () => null,
  touches: ({ task_id }) => [{ kind: 'schedule', access: 'write', job: task_id }],
  facts: factsWith('Run'),
  async execute({ task_id }, { power }) {
    const run = await power.schedule.run(task_id)
    if (!run.ok) return run
    const { id, jobName, state } = run.value
    const text = `${jobName} ${state === 'queued' ? 'waits for its turn' : 'has begun'}.`
    return ok({ text, data: { run: id } })
  },
})
