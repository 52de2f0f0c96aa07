// `gatehouse schedules add`, `pause` and `resume`.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { JobDraftGiven } from '../../../../contract/schedule/job-draft.ts'
import { momentText, ownZone } from '../../../../contract/schedule/job-sentence.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { visible } from '../output/show.ts'
import { withSession } from '../session/with-session.ts'
import { jobIdIn } from './job-id.ts'

export const schedulesAdd: Command = {
  name: 'schedules add',
  operands: ['NAME', 'MESSAGE'],
  options: ['cron', 'zone', 'every', 'at', 'in', 'echo', 'agent', 'catch-up'],
  usage:
    '(--cron "0 8 * * 1-5" [--zone Z] | --every 3600 | --at 2026-12-24T08:00:00+01:00 | --in 90) [--echo] [--agent A] [--catch-up skip|once|all]',
  summary: 'Make a job: an agent that runs later, or with --echo a message that is shown',
  run(call) {
    const { context, json } = call
    const draft = draftIn(call)
    if (!draft.ok) return Promise.resolve(complain(context, draft.error, json, exit.usage))
    return withSession(call, async (session) => {
      const added = await session.call('schedules.add', draft.value)
      if (!added.ok) return complain(context, added.error, json)
      const { id, name, sentence, nextRuns } = added.value
      if (json) printJson(context, { job: added.value })
      else
        context.out(
          `${[
            `${visible(name)} is kept as ${id}.`,
            visible(sentence),
            ...nextRuns.map((at) => `Due: ${momentText(at, ownZone())}`),
          ].join('\n')}\n`,
        )
      return exit.done
    })
  },
}

const paused = (name: string, pause: boolean, summary: string): Command => ({
  name: `schedules ${name}`,
  operands: ['ID'],
  options: [],
  usage: '',
  summary,
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json, operands } = call
      const id = jobIdIn(operands[0])
      if (!id.ok) return complain(context, id.error, json)
      const done = await session.call('schedules.change', {
        id: id.value,
        change: { paused: pause },
      })
      if (!done.ok) return complain(context, done.error, json)
      if (json) printJson(context, { job: done.value })
      else context.out(`${visible(done.value.name)} ${pause ? 'is paused' : 'goes on'}.\n`)
      return exit.done
    }),
})

export const schedulesPause = paused('pause', true, 'Pause a job')
export const schedulesResume = paused('resume', false, 'Let a paused job go on')

const when = ['cron', 'every', 'at', 'in'] as const

function draftIn({ operands: [name, message], options }: Call): Result<JobDraftGiven, Failure> {
  const usage = (text: string): Result<never, Failure> =>
    err(failure('usage', text, 'See: gatehouse help schedules add'))
  const named = when.filter((each) => options.has(each))
  const [kind] = named
  if (kind === undefined || named.length > 1)
    return usage(`Give one of ${when.map((each) => `--${each}`).join(', ')}.`)
  const value = options.get(kind) ?? ''
  const seconds = Number(value)
  const agent = options.get('agent')
  const catchUp = options.get('catch-up')
  const trigger = {
    cron: { kind: 'cron', expression: value, zone: options.get('zone') ?? ownZone() },
    every: { kind: 'every', seconds },
    in: { kind: 'delay', seconds },
    at: { kind: 'at', at: Date.parse(value) },
  }[kind]
  const read = JobDraftGiven.safeParse({
    ...{ name, message, trigger, type: options.has('echo') ? 'echo' : 'agent' },
    ...(agent === undefined ? {} : { agent }),
    ...(catchUp === undefined ? {} : { catchUp }),
  })
  if (read.success) return ok(read.data)
  const [issue] = read.error.issues
  return usage(`${issue?.path.join('.') ?? 'The job'}: ${issue?.message ?? 'not valid'}.`)
}
