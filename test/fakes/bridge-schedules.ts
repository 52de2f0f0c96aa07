// The scheduled jobs of the development window and the stories.
import type { Handlers } from '../../contract/ipc/ipc.ts'
import { JobId } from '../../contract/ids.ts'
import { usualLimits } from '../../contract/schedule/job.ts'
import type { Job, JobListing } from '../../contract/schedule/job.ts'
import { jobSentence } from '../../contract/schedule/job-sentence.ts'
import { nextRuns } from '../../contract/schedule/next-runs.ts'

type Topic = Extract<keyof Handlers, `schedules.${string}`>

const MADE = Date.parse('2026-11-02T08:00:00Z')
const sample = (id: string, name: string, rest: Pick<Job, 'message' | 'trigger'>): Job => ({
  ...usualLimits,
  ...{ id: JobId.parse(id), name, type: 'agent', ...rest, paused: false, madeBy: 'assistant' },
  ...{ createdAt: MADE, updatedAt: MADE, runs: 0, lastAt: null },
})
const samples: readonly Job[] = [
  sample('job_aaaaaaaaaaaa', 'Morning mail', {
    message: 'Summarise the mail of the night.',
    trigger: { kind: 'cron', expression: '0 8 * * 1-5', zone: 'Europe/Berlin' },
  }),
  sample('job_bbbbbbbbbbbb', 'Look after the build', {
    message: 'See whether the nightly build is green.',
    trigger: { kind: 'every', seconds: 7_200, from: MADE },
  }),
]

export function fakeSchedules(): Pick<Handlers, Topic> {
  let jobs = samples
  const list = (): JobListing[] =>
    jobs.map((job) => ({
      ...job,
      sentence: jobSentence(job, 'Europe/Berlin'),
      nextRuns: [...nextRuns(job, Date.now(), 3)],
      missedSince: null,
    }))
  return {
    'schedules.list': async () => ({ ok: true, value: list() }),
    'schedules.remove': async ({ id }) => {
      jobs = jobs.filter((job) => job.id !== id)
      return { ok: true, value: list() }
    },
  }
}
