// Looks at the jobs and at what runs them.
import { z } from 'zod'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { momentText, ownZone } from '../../contract/schedule/job-sentence.ts'
import { jobsText } from './job-text.ts'
import { readsTasks } from './task-manifest.ts'

const MOST_RUNS = 200

export const listScheduledTasks = defineTool({
  manifest: readsTasks({
    id: 'schedule.list',
    name: 'list_scheduled_tasks',
    title: 'List scheduled jobs',
    description: 'List the jobs that run later, with when each is due.',
  }),
  requiredPowers: ['schedule'],
  input: z.strictObject({
    enabled_only: z.boolean().default(false).describe('Only those that are not paused.'),
    page: z.int().min(1).max(1_000).default(1).describe('Which page of the list.'),
  }),
  action: () => null,
  touches: () => [{ kind: 'schedule', access: 'read', job: null }],
  async execute({ enabled_only, page }, { power }) {
    const all = await power.schedule.list()
    if (!all.ok) return all
    return ok(jobsText(enabled_only ? all.value.filter(({ paused }) => !paused) : all.value, page))
  },
})

export const getSchedulerStatus = defineTool({
  manifest: readsTasks({
    id: 'schedule.status',
    name: 'get_scheduler_status',
    title: 'Scheduler status',
    description:
      'Say how many jobs there are, what runs, when the next one is due, and what failed.',
  }),
  requiredPowers: ['schedule'],
  input: z.strictObject({}),
  action: () => null,
  touches: () => [{ kind: 'schedule', access: 'read', job: null }],
  async execute(_given, { power: { schedule } }) {
    const jobs = await schedule.list()
    if (!jobs.ok) return jobs
    const runs = await schedule.history(null, MOST_RUNS)
    if (!runs.ok) return runs
    const failed = await schedule.deadLetters('failed')
    if (!failed.ok) return failed
    const held = jobs.value.find((job) => job.held !== null)
    const next = jobs.value
      .flatMap(({ name, nextRuns: [at] }) => (at === undefined ? [] : [{ name, at }]))
      .toSorted((a, b) => a.at - b.at)[0]
    const count = (state: string): number => runs.value.filter((run) => run.state === state).length
    const paused = jobs.value.filter((job) => job.paused).length
    return ok({
      text: [
        `${jobs.value.length} jobs, ${paused} of them paused; ${count('running')} run, ${count('queued')} wait for their turn.`,
        next === undefined
          ? 'No job is due.'
          : `Next: ${next.name} on ${momentText(next.at, ownZone())}.`,
        `Of the last ${runs.value.length} runs ${count('succeeded')} succeeded, ${count('failed')} failed and ${count('missed')} were missed. ${failed.value.length} failed runs are kept.`,
        ...(held === undefined ? [] : [`${held.name} does not run: ${held.held}`]),
      ].join('\n'),
      data: {
        jobs: jobs.value.length,
        paused,
        running: count('running'),
        waiting: count('queued'),
        failed: failed.value.length,
        next: next?.at ?? null,
      },
    })
  },
})
