// Makes a job.
import { z } from 'zod'
import { fieldsOf } from '../../contract/approval/call-facts.ts'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { usualLimits } from '../../contract/schedule/job.ts'
import { jobSentence, momentText, ownZone } from '../../contract/schedule/job-sentence.ts'
import { nextRuns } from '../../contract/schedule/next-runs.ts'
import { triggerOf } from '../../contract/schedule/trigger.ts'
import { oneLine } from '../service/action-args.ts'
import { jobLines, nextText } from './job-text.ts'
import {
  cooldownSeconds,
  fitsSchedule,
  handlerConfig,
  handlerType,
  limitsOf,
  maxConcurrent,
  scheduleConfig,
  scheduleType,
  triggerOfTask,
  typeOf,
} from './task-args.ts'
import { changesTasks } from './task-manifest.ts'

export const createScheduledTask = defineTool({
  manifest: changesTasks({
    id: 'schedule.create',
    name: 'create_scheduled_task',
    title: 'Create a scheduled job',
    description:
      'Create a job that runs later: an agent with a message, or a message for the person. It can do what you can, and what needs approval waits for a person.',
  }),
  requiredPowers: ['schedule'],
  input: z
    .strictObject({
      name: z.string().min(1).max(80).refine(oneLine, 'one line').describe('Its name.'),
      schedule_type: scheduleType,
      schedule_config: scheduleConfig,
      handler_type: handlerType,
      handler_config: handlerConfig,
      description: z
        .string()
        .max(200)
        .refine(oneLine, 'one line')
        .optional()
        .describe('What it is for, said to the agent before the message.'),
      enabled: z.boolean().default(true).describe('False: it is kept paused.'),
      cooldown_secs: cooldownSeconds.optional(),
      max_concurrent: maxConcurrent.optional(),
    })
    .superRefine(fitsSchedule),
  action: () => null,
  touches: ({ schedule_config: { at } }) => [
    {
      kind: 'schedule',
      access: 'write',
      job: null,
      ...(at === undefined ? {} : { at: Date.parse(at) }),
    },
  ],
  facts(given, { now }) {
    const { message, agent = 'main' } = given.handler_config
    const trigger = triggerOf(triggerOfTask(given.schedule_type, given.schedule_config), now)
    const job = {
      ...usualLimits,
      ...limitsOf(given),
      trigger,
      type: typeOf(given.handler_type),
      agent,
    }
    const times = nextRuns({ ...job, runs: 0, lastAt: null }, now, 3)
    const zone = ownZone()
    return {
      kind: 'record',
      verb: 'Schedule',
      target: `the job ${given.name}`,
      fields: [
        { name: 'The job', text: jobSentence({ ...job, paused: !given.enabled }, zone) },
        {
          name: 'Next runs',
          text: nextText(
            trigger,
            times.map((at) => momentText(at, zone)),
          ),
        },
        ...fieldsOf(given, {
          cooldown_secs: 'Seconds apart at least',
          max_concurrent: 'Runs at the same time',
        }),
        ...(given.description === undefined
          ? []
          : [{ name: 'Description', text: given.description }]),
        { name: 'Message', text: message },
      ],
    }
  },
  async execute(given, { power }) {
    const { message, agent } = given.handler_config
    const stored = await power.schedule.add({
      name: given.name,
      type: typeOf(given.handler_type),
      message: given.description === undefined ? message : `${given.description}\n\n${message}`,
      trigger: triggerOfTask(given.schedule_type, given.schedule_config),
      paused: !given.enabled,
      ...limitsOf(given),
      ...(agent === undefined ? {} : { agent }),
    })
    return stored.ok
      ? ok({ text: `Kept. ${jobLines(stored.value)}`, data: { id: stored.value.id } })
      : stored
  },
})
