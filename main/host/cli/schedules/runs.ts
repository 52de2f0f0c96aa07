// `gatehouse schedules run`, `history`, `failed`, `repeat`, `discard` and `clear`.
import { DeadLetterState } from '../../../../contract/schedule/job.ts'
import { momentText, ownZone } from '../../../../contract/schedule/job-sentence.ts'
import { failure } from '../../../../contract/failure.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { columns, visible } from '../output/show.ts'
import { withSession } from '../session/with-session.ts'
import { jobIdIn } from './job-id.ts'

export const schedulesRun: Command = {
  name: 'schedules run',
  operands: ['ID'],
  options: [],
  usage: '',
  summary: 'Run a job now, once. Gatehouse has to be running',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json, operands } = call
      const id = jobIdIn(operands[0])
      if (!id.ok) return complain(context, id.error, json)
      const started = await session.call('schedules.run', { id: id.value })
      if (!started.ok) return complain(context, started.error, json)
      const { jobName, state } = started.value
      if (json) printJson(context, { run: started.value })
      else
        context.out(
          `${visible(jobName)} ${state === 'queued' ? 'waits for its turn' : 'has begun'}.\n`,
        )
      return exit.done
    }),
}

export const schedulesHistory: Command = {
  name: 'schedules history',
  operands: ['[ID]'],
  options: [],
  usage: '',
  summary: 'List the newest runs of a job, or of all: what came of each, and what was missed',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json, operands } = call
      const id = operands[0] === undefined ? null : jobIdIn(operands[0])
      if (id?.ok === false) return complain(context, id.error, json)
      const listed = await session.call('schedules.history', { id: id?.value ?? null })
      if (!listed.ok) return complain(context, listed.error, json)
      if (json) printJson(context, { runs: listed.value })
      else if (listed.value.length === 0) context.out('No job has run yet.\n')
      else {
        const rows = listed.value.map(({ jobName, dueAt, state, text }) => [
          momentText(dueAt, ownZone()),
          visible(jobName),
          state,
          visible(text.split('\n', 1)[0] ?? ''),
        ])
        context.out(columns([['DUE', 'JOB', 'STATE', 'WHAT CAME OF IT'], ...rows]))
      }
      return exit.done
    }),
}

export const schedulesFailed: Command = {
  name: 'schedules failed',
  operands: ['[STATE]'],
  choices: { STATE: DeadLetterState.options },
  options: [],
  usage: '',
  summary: 'List the runs that failed, with when each is tried again',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json, operands } = call
      const state = DeadLetterState.nullable().safeParse(operands[0] ?? null)
      if (!state.success)
        return complain(
          context,
          failure(
            'usage',
            `There is no state ${operands[0]}.`,
            `Choose one of: ${DeadLetterState.options.join(', ')}.`,
          ),
          json,
          exit.usage,
        )
      const listed = await session.call('schedules.failed', { state: state.data })
      if (!listed.ok) return complain(context, listed.error, json)
      if (json) printJson(context, { failed: listed.value })
      else if (listed.value.length === 0) context.out('No runs failed.\n')
      else {
        const rows = listed.value.map((letter) => [
          letter.id,
          visible(letter.jobName),
          letter.state,
          letter.nextAt === null ? 'not by itself' : momentText(letter.nextAt, ownZone()),
          visible(letter.error.split('\n', 1)[0] ?? ''),
        ])
        context.out(columns([['ID', 'JOB', 'STATE', 'TRIED AGAIN', 'WHY IT FAILED'], ...rows]))
      }
      return exit.done
    }),
}

const letter = (
  name: 'repeat' | 'discard',
  summary: string,
  done: (job: string) => string,
): Command => ({
  name: `schedules ${name}`,
  operands: ['ID'],
  options: [],
  usage: '',
  summary,
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json, operands } = call
      const changed = await session.call(`schedules.${name}`, { id: operands[0] ?? '' })
      if (!changed.ok) return complain(context, changed.error, json)
      if (json) printJson(context, { failed: changed.value })
      else context.out(`${done(visible(changed.value.jobName))}\n`)
      return exit.done
    }),
})

export const schedulesRepeat = letter(
  'repeat',
  'Run a failed run again, with what it was given then',
  (job) => `The run of ${job} is repeated.`,
)
export const schedulesDiscard = letter(
  'discard',
  'Repeat a failed run no more',
  (job) => `The run of ${job} is not repeated any more.`,
)

export const schedulesClear: Command = {
  name: 'schedules clear',
  operands: [],
  options: [],
  usage: '',
  summary: 'Remove all failed runs from the list',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json } = call
      const cleared = await session.call('schedules.clear', {})
      if (!cleared.ok) return complain(context, cleared.error, json)
      if (json) printJson(context, cleared.value)
      else context.out(`Removed: ${cleared.value.cleared}.\n`)
      return exit.done
    }),
}
