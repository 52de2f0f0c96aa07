// The scheduled jobs of the development window and the stories.
import { failure } from '../../contract/failure.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import type { FakeOptions } from './bridge-options.ts'
import { fakeInbound } from './bridge-inbound.ts'
import { JobId, JobRunId, LeaseId, RunId, SessionId } from '../../contract/ids.ts'
import { err, ok } from '../../contract/result.ts'
import { usualLimits } from '../../contract/schedule/job.ts'
import type { DeadLetter, Job, JobListing } from '../../contract/schedule/job.ts'
import type { JobDraftGiven } from '../../contract/schedule/job-draft.ts'
import type { JobRun } from '../../contract/schedule/job-run.ts'
import { jobSentence } from '../../contract/schedule/job-sentence.ts'
import { nextRuns } from '../../contract/schedule/next-runs.ts'
import type {
  ExpectedCall,
  GivenApproval,
  Preflight,
  PreflightCall,
} from '../../contract/schedule/preflight.ts'
import { triggerOf } from '../../contract/schedule/trigger.ts'

type Topic = Extract<
  keyof Handlers,
  `schedules.${string}` | `webhooks.${string}` | `events.${string}`
>

const MADE = Date.parse('2026-11-02T08:00:00Z')
const ZONE = 'Europe/Berlin'
const sample = (id: string, name: string, rest: Pick<Job, 'message' | 'trigger'>): Job => ({
  ...usualLimits,
  agent: 'main',
  seen: [],
  maker: { kind: 'agent', name: 'main' },
  id: JobId.parse(id),
  name,
  type: 'agent',
  ...rest,
  paused: false,
  madeBy: 'main',
  createdAt: MADE,
  updatedAt: MADE,
  runs: 0,
  lastAt: null,
})
const samples: readonly Job[] = [
  sample('job_aaaaaaaaaaaa', 'Morning mail', {
    message: 'Summarise the mail of the night.',
    trigger: { kind: 'cron', expression: '0 8 * * 1-5', zone: ZONE },
  }),
  sample('job_bbbbbbbbbbbb', 'Look after the build', {
    message: 'See whether the nightly build is green.',
    trigger: { kind: 'every', seconds: 7_200, from: MADE },
  }),
]
const ran = (number: number, job: Job, state: JobRun['state'], text: string): JobRun => ({
  id: JobRunId.parse(`jrun_00000000000${number}`),
  job: job.id,
  jobName: job.name,
  state,
  why: 'due',
  dueAt: MADE + number * 7_200_000,
  startedAt: MADE + number * 7_200_000,
  endedAt: MADE + number * 7_200_000 + 42_000,
  text,
  letter: null,
  session: SessionId.parse('ses_000000000001'),
  run: state === 'missed' ? null : RunId.parse('run_000000000001'),
  payload: {
    type: job.type,
    message: job.message,
    agent: 'main',
    maker: job.maker,
    seen: [],
    event: null,
  },
})

/** What the last run of every job called here; the write is approved once somebody gave it. */
function preflightOf(
  job: JobId,
  expected: readonly ExpectedCall[],
  given: readonly GivenApproval[],
): Preflight {
  const lease = given.at(-1)?.lease ?? null
  const asks: PreflightCall = {
    tool: 'write_file',
    args: { path: 'report.md', content: 'Green.' },
    from: 'earlier',
    title: 'Create report.md',
    tier: 'R2',
    effect: lease === null ? 'confirm' : 'allow',
    text: lease === null ? 'Calls of tier R2 need approval.' : 'You allowed it for this job.',
    givable: lease === null,
    lease,
  }
  return {
    job,
    held: null,
    given: [...given],
    calls: [
      ...expected.map((call): PreflightCall => ({
        ...call,
        from: 'expected',
        title: `Use ${call.tool}`,
        effect: 'confirm',
        tier: 'R3',
        text: 'Calls of tier R3 need approval.',
        givable: false,
        lease: null,
      })),
      asks,
      {
        tool: 'read_file',
        args: { path: 'build.log' },
        from: 'earlier',
        lease: null,
        title: 'Read build.log',
        effect: 'allow',
        tier: 'R1',
        givable: false,
        text: 'Calls of tier R1 run.',
      },
    ],
    tools: [
      { tool: 'read_file', title: 'Read a file', tier: 'R1', usually: 'allow' },
      { tool: 'write_file', title: 'Write a file', tier: 'R2', usually: 'confirm' },
    ],
  }
}

export function fakeSchedules(begin: FakeOptions['schedules']): Pick<Handlers, Topic> {
  let jobs = begin === 'none' ? [] : samples
  let created = 0
  const [mail, build] = samples as [Job, Job]
  const history: JobRun[] =
    begin === 'none'
      ? []
      : [
          ran(4, build, 'failed', 'The model server does not answer.'),
          ran(3, build, 'missed', 'One run was missed: nothing could run then.'),
          ran(2, build, 'succeeded', 'The build is green.'),
          ran(1, mail, 'succeeded', 'Four mails came in; none is urgent.'),
        ]
  let letters: readonly DeadLetter[] =
    begin === 'none'
      ? []
      : [
          {
            id: 'dl_000000000001',
            job: build.id,
            jobName: build.name,
            payload: '{}',
            error: 'The model server does not answer.',
            failedAt: MADE + 28_800_000,
            retries: 5,
            state: 'failed',
            nextAt: null,
          },
        ]
  let given: readonly GivenApproval[] = []
  const listing = (job: Job): JobListing => ({
    ...job,
    sentence: jobSentence(job, ZONE),
    nextRuns: job.paused ? [] : [...nextRuns(job, Date.now(), 3)],
    missedSince: null,
    running: 0,
    held: null,
  })
  const list = (): JobListing[] => jobs.map(listing)
  const defined = (values: object): object =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const jobOf = ({ trigger, ...draft }: JobDraftGiven): Job => ({
    ...sample(`job_00000000${String((created += 1)).padStart(4, '0')}`, draft.name, {
      message: draft.message,
      trigger: triggerOf(trigger, Date.now()),
    }),
    ...defined(draft),
    maker: { kind: 'person', name: 'you' },
    madeBy: 'you',
  })
  const unreadable = failure(
    'store.corrupt',
    'The jobs cannot be read: the database is damaged.',
    'Run gatehouse doctor.',
  )
  const unknown = err(failure('schedule.unknown', 'There is no such job.'))
  const letter = (id: string, state: DeadLetter['state']) => {
    const found = letters.find((each) => each.id === id)
    if (found === undefined) return err(failure('schedule.no-letter', 'There is no such run.'))
    const changed = { ...found, state }
    letters = letters.map((each) => (each.id === id ? changed : each))
    return ok(changed)
  }
  return {
    ...fakeInbound(),
    'schedules.list': async () => (begin === 'broken' ? err(unreadable) : ok(list())),
    async 'schedules.add'(draft) {
      const job = jobOf(draft)
      jobs = [...jobs, job]
      return ok(listing(job))
    },
    async 'schedules.change'({ id, change: { trigger, ...rest } }) {
      const job = jobs.find((each) => each.id === id)
      if (job === undefined) return unknown
      const changed: Job = {
        ...job,
        ...defined(rest),
        trigger: trigger === undefined ? job.trigger : triggerOf(trigger, Date.now()),
      }
      jobs = jobs.map((each) => (each.id === id ? changed : each))
      return ok(listing(changed))
    },
    async 'schedules.preview'(draft) {
      const { sentence, nextRuns: next } = listing(jobOf(draft))
      return ok({ sentence, nextRuns: next })
    },
    'schedules.preflight': async ({ id, expected }) =>
      jobs.some((job) => job.id === id) ? ok(preflightOf(id, expected, given)) : unknown,
    async 'schedules.give'({ call, maxUses, expiresInSeconds }) {
      const approval: GivenApproval = {
        lease: LeaseId.parse(`lease_00000000${String(given.length).padStart(4, '0')}`),
        text: `${call.tool}, for this job`,
        uses: 0,
        maxUses,
        expiresAt: Date.now() + expiresInSeconds * 1_000,
      }
      given = [...given, approval]
      return ok(approval)
    },
    'schedules.remove': async ({ id }) => {
      jobs = jobs.filter((job) => job.id !== id)
      return ok(list())
    },
    async 'schedules.run'({ id }) {
      const job = jobs.find((each) => each.id === id)
      if (job === undefined) return unknown
      const run = { ...ran(history.length + 1, job, 'succeeded', 'Done.'), why: 'by-hand' as const }
      history.unshift(run)
      return ok(run)
    },
    // The fake fills in no defaults, so what is left out comes as undefined.
    'schedules.history': async ({ id }: { id?: string | null }) =>
      ok(history.filter(({ job }) => (id ?? null) === null || job === id)),
    'schedules.failed': async ({ state }: { state?: string | null }) =>
      ok(letters.filter((each) => (state ?? null) === null || each.state === state)),
    'schedules.repeat': async ({ id }) => letter(id, 'succeeded'),
    'schedules.discard': async ({ id }) => letter(id, 'discarded'),
    async 'schedules.clear'() {
      const cleared = letters.length
      letters = []
      return ok({ cleared })
    },
  }
}
