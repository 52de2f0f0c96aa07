// `gatehouse schedules add`, `pause` and `resume`.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { JobDraftGiven } from '../../../../contract/schedule/job-draft.ts'
import { momentText, ownZone } from '../../../../contract/schedule/job-sentence.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Call } from '../command.ts'
import { visible } from '../output/show.ts'
import { ask } from '../session/ask.ts'
import { jobIdIn } from './job-id.ts'

export const schedulesAdd = ask({
  name: 'schedules add',
  operands: ['NAME', 'MESSAGE'],
  options: [
    ...(['cron', 'zone', 'every', 'at', 'in', 'event', 'from', 'echo', 'agent'] as const),
    ...(['catch-up', 'cooldown', 'concurrent', 'max-runs', 'until'] as const),
  ],
  usage:
    '(--cron "0 8 * * 1-5" [--zone Z] | --every 3600 | --at 2026-12-24T08:00:00+01:00 | --in 90 | --event "build.failed" [--from HOOK]) [--echo] [--agent A] [--catch-up skip|once|all] [--cooldown SECONDS] [--concurrent N] [--max-runs N] [--until TIME]',
  summary: 'Make a job: an agent that runs later, or with --echo a message that is shown',
  channel: 'schedules.add',
  input: draftIn,
  json: (job) => ({ job }),
  text: ({ id, name, sentence, nextRuns }) =>
    [
      `${visible(name)} is kept as ${id}.`,
      visible(sentence),
      ...nextRuns.map((at) => `Due: ${momentText(at, ownZone())}`),
    ].join('\n'),
})

const paused = (name: 'pause' | 'resume', pause: boolean, summary: string) =>
  ask({
    name: `schedules ${name}`,
    operands: ['ID'],
    summary,
    channel: 'schedules.change',
    input: ({ operands: [word] }) => {
      const id = jobIdIn(word)
      return id.ok ? ok({ id: id.value, change: { paused: pause } }) : id
    },
    json: (job) => ({ job }),
    text: (job) => `${visible(job.name)} ${pause ? 'is paused' : 'goes on'}.`,
  })

export const schedulesPause = paused('pause', true, 'Pause a job')
export const schedulesResume = paused('resume', false, 'Let a paused job go on')

const when = ['cron', 'every', 'at', 'in', 'event'] as const

function draftIn({ operands: [name, message], options }: Call): Result<JobDraftGiven, Failure> {
  const usage = (text: string): Result<never, Failure> =>
    err(failure('usage', text, 'See: gatehouse help schedules add'))
  const named = when.filter((each) => options.has(each))
  const [kind] = named
  if (kind === undefined || named.length > 1)
    return usage(`Give one of ${when.map((each) => `--${each}`).join(', ')}.`)
  const value = options.get(kind) ?? ''
  const seconds = Number(value)
  if (options.has('from') && kind !== 'event') return usage('--from goes with --event.')
  const agent = options.get('agent')
  const catchUp = options.get('catch-up')
  const trigger = {
    cron: { kind: 'cron', expression: value, zone: options.get('zone') ?? ownZone() },
    every: { kind: 'every', seconds },
    in: { kind: 'delay', seconds },
    at: { kind: 'at', at: Date.parse(value) },
    event: { kind: 'event', pattern: value, source: options.get('from') ?? null },
  }[kind]
  const read = JobDraftGiven.safeParse({
    name,
    message,
    trigger,
    type: options.has('echo') ? 'echo' : 'agent',
    ...(agent === undefined ? {} : { agent }),
    ...(catchUp === undefined ? {} : { catchUp }),
    ...numbersIn(options),
  })
  if (read.success) return ok(read.data)
  const [issue] = read.error.issues
  return usage(`${issue?.path.join('.') ?? 'The job'}: ${issue?.message ?? 'not valid'}.`)
}

const limits = [
  ['cooldown', 'cooldownSeconds'],
  ['concurrent', 'maxConcurrent'],
  ['max-runs', 'maxRuns'],
] as const

/** What is no number is left to the schema, which says so. */
const numbersIn = (options: Call['options']): Readonly<Record<string, number>> => ({
  ...Object.fromEntries(
    limits.flatMap(([option, field]) =>
      options.has(option) ? [[field, Number(options.get(option))]] : [],
    ),
  ),
  ...(options.has('until') ? { expiresAt: Date.parse(options.get('until') ?? '') } : {}),
})
