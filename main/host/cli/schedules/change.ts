// `gatehouse schedules add`, `pause` and `resume`.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { JobDraftGiven } from '../../../../contract/schedule/job-draft.ts'
import { momentText, ownZone } from '../../../../contract/schedule/job-sentence.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { assertNever } from '../../../../contract/never.ts'
import type { Call } from '../command.ts'
import { numberOption, timeOption } from '../number-option.ts'
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
    text: (job) => `${visible(job.name)} ${pause ? 'is paused' : 'continues'}.`,
  })

export const schedulesPause = paused('pause', true, 'Pause a job')
export const schedulesResume = paused('resume', false, 'Resume a paused job')

const when = ['cron', 'every', 'at', 'in', 'event'] as const
const YEAR = 31_536_000

function draftIn(call: Call): Result<JobDraftGiven, Failure> {
  const { operands, options } = call
  const [name, message] = operands
  const usage = (text: string): Result<never, Failure> =>
    err(failure('usage', text, 'See: gatehouse help schedules add'))
  const trigger = triggerIn(call)
  if (!trigger.ok) return trigger
  const limits = limitsIn(call)
  if (!limits.ok) return limits
  const agent = options.get('agent')
  const catchUp = options.get('catch-up')
  const read = JobDraftGiven.safeParse({
    name,
    message,
    trigger: trigger.value,
    type: options.has('echo') ? 'echo' : 'agent',
    ...(agent === undefined ? {} : { agent }),
    ...(catchUp === undefined ? {} : { catchUp }),
    ...limits.value,
  })
  if (read.success) return ok(read.data)
  const [issue] = read.error.issues
  const field = issue?.path.join('.') ?? ''
  return usage(`${written[field] ?? 'The job'}: ${issue?.message ?? 'not valid'}.`)
}

/** How what the schema refuses is written on the command line. */
const written: Readonly<Record<string, string>> = {
  name: 'NAME',
  message: 'MESSAGE',
  agent: '--agent',
  'trigger.expression': '--cron',
  'trigger.zone': '--zone',
  'trigger.pattern': '--event',
  'trigger.source': '--from',
}

function triggerIn(call: Call): Result<object, Failure> {
  const { options } = call
  const usage = (text: string, hint: string): Result<never, Failure> =>
    err(failure('usage', text, hint))
  const [kind, more] = when.filter((each) => options.has(each))
  if (kind === undefined || more !== undefined)
    return usage(
      `Give one of ${when.map((each) => `--${each}`).join(', ')}.`,
      'See: gatehouse help schedules add',
    )
  if (options.has('from') && kind !== 'event')
    return usage('--from goes with --event.', 'Such as: --event "build.failed" --from build')
  if (options.has('zone') && kind !== 'cron')
    return usage('--zone goes with --cron.', 'Such as: --cron "0 8 * * 1-5" --zone Europe/Berlin')
  const value = options.get(kind) ?? ''
  switch (kind) {
    case 'cron':
      return ok({ kind: 'cron', expression: value, zone: options.get('zone') ?? ownZone() })
    case 'event':
      return ok({ kind: 'event', pattern: value, source: options.get('from') ?? null })
    case 'at': {
      const at = timeOption(call, 'at')
      return at.ok ? ok({ kind: 'at', at: at.value }) : at
    }
    case 'every':
    case 'in': {
      const seconds = numberOption(call, kind, { least: kind === 'every' ? 60 : 1, most: YEAR })
      if (!seconds.ok) return seconds
      return ok({ kind: kind === 'every' ? 'every' : 'delay', seconds: seconds.value })
    }
    default:
      return assertNever(kind, 'triggerIn')
  }
}

const bounded = [
  ['cooldown', 'cooldownSeconds', YEAR],
  ['concurrent', 'maxConcurrent', 50],
  ['max-runs', 'maxRuns', 1_000_000],
] as const

function limitsIn(call: Call): Result<Readonly<Record<string, number>>, Failure> {
  const limits: Record<string, number> = {}
  for (const [option, field, most] of bounded) {
    const value = numberOption(call, option, { least: 1, most })
    if (!value.ok) return value
    if (value.value !== undefined) limits[field] = value.value
  }
  const until = timeOption(call, 'until')
  if (!until.ok) return until
  if (until.value !== undefined) limits['expiresAt'] = until.value
  return ok(limits)
}
