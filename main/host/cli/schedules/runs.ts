// `gatehouse schedules run`, `history`, `failed`, `repeat`, `discard` and `clear`.
import { DeadLetterState } from '../../../../contract/schedule/job.ts'
import { momentText, ownZone } from '../../../../contract/schedule/job-sentence.ts'
import { failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import { table, visible } from '../output/show.ts'
import { ask } from '../session/ask.ts'
import { jobIdIn } from './job-id.ts'

const firstLine = (text: string): string => visible(text.split('\n', 1)[0] ?? '')

export const schedulesRun = ask({
  name: 'schedules run',
  operands: ['ID'],
  summary: 'Run a job now, once. Gatehouse has to be running',
  channel: 'schedules.run',
  input: ({ operands: [word] }) => {
    const id = jobIdIn(word)
    return id.ok ? ok({ id: id.value }) : id
  },
  json: (run) => ({ run }),
  text: ({ jobName, state }) =>
    `${visible(jobName)} ${state === 'queued' ? 'waits for its turn' : 'has begun'}.`,
})

export const schedulesHistory = ask({
  name: 'schedules history',
  operands: ['[ID]'],
  summary: 'List the newest runs of a job, or of all: what came of each, and what was missed',
  channel: 'schedules.history',
  looks: true,
  input: ({ operands: [word] }) => {
    const id = word === undefined ? ok(null) : jobIdIn(word)
    return id.ok ? ok({ id: id.value, before: null, limit: 100 }) : id
  },
  json: (runs) => ({ runs }),
  text: (runs) =>
    table(
      'No job has run yet.',
      ['DUE', 'JOB', 'STATE', 'WHAT CAME OF IT'],
      runs.map(({ jobName, dueAt, state, text }) => [
        momentText(dueAt, ownZone()),
        visible(jobName),
        state,
        firstLine(text),
      ]),
    ),
})

export const schedulesFailed = ask({
  name: 'schedules failed',
  operands: ['[STATE]'],
  choices: { STATE: DeadLetterState.options },
  summary: 'List the runs that failed, with when each is tried again',
  channel: 'schedules.failed',
  looks: true,
  input({ operands: [word] }) {
    const state = DeadLetterState.nullable().safeParse(word ?? null)
    return state.success
      ? ok({ state: state.data })
      : err(
          failure(
            'usage',
            `There is no state ${word}.`,
            `Choose one of: ${DeadLetterState.options.join(', ')}.`,
          ),
        )
  },
  json: (failed) => ({ failed }),
  text: (failed) =>
    table(
      'No runs failed.',
      ['ID', 'JOB', 'STATE', 'TRIED AGAIN', 'WHY IT FAILED'],
      failed.map(({ id, jobName, state, nextAt, error }) => [
        id,
        visible(jobName),
        state,
        nextAt === null ? 'not automatically' : momentText(nextAt, ownZone()),
        firstLine(error),
      ]),
    ),
})

const letter = (name: 'repeat' | 'discard', summary: string, done: (job: string) => string) =>
  ask({
    name: `schedules ${name}`,
    operands: ['ID'],
    summary,
    channel: `schedules.${name}`,
    input: ({ operands: [id = ''] }) => ok({ id }),
    json: (failed) => ({ failed }),
    text: ({ jobName }) => done(visible(jobName)),
  })

export const schedulesRepeat = letter(
  'repeat',
  'Run a failed run again, with what it was given then',
  (job) => `The run of ${job} is repeated.`,
)
export const schedulesDiscard = letter(
  'discard',
  'Stop repeating a failed run',
  (job) => `The run of ${job} is not repeated any more.`,
)

export const schedulesClear = ask({
  name: 'schedules clear',
  summary: 'Remove all failed runs from the list',
  channel: 'schedules.clear',
  input: () => ok({ state: null }),
  json: (cleared) => cleared,
  text: ({ cleared }) => `Removed: ${cleared}.`,
})
