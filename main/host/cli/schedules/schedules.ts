// `gatehouse schedules list`, `show` and `remove`.
import { momentText, ownZone } from '../../../../contract/schedule/job-sentence.ts'
import type { JobListing } from '../../../../contract/schedule/job.ts'
import { ok } from '../../../../contract/result.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { table, visible } from '../output/show.ts'
import { ask } from '../session/ask.ts'
import { withQueries } from '../session/with-session.ts'
import { jobIdIn, unknownJob } from './job-id.ts'

export const schedulesList = ask({
  name: 'schedules list',
  summary: 'List the jobs that run later, with when each is due',
  channel: 'schedules.list',
  looks: true,
  input: () => ok({}),
  json: (jobs) => ({ jobs }),
  text: (jobs) =>
    table(
      'No jobs are scheduled.',
      ['ID', 'NAME', 'DUE NEXT', 'JOB'],
      jobs.map((job) => [job.id, visible(job.name), dueText(job), visible(job.sentence)]),
    ),
})

export const schedulesShow: Command = {
  name: 'schedules show',
  operands: ['ID'],
  options: [],
  usage: '',
  summary: 'Show a job in full, with its next runs',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json, operands } = call
      const id = jobIdIn(operands[0])
      if (!id.ok) return complain(context, id.error, json)
      const listed = await session.call('schedules.list', {})
      if (!listed.ok) return complain(context, listed.error, json)
      const job = listed.value.find((each) => each.id === id.value)
      if (job === undefined) return complain(context, unknownJob(id.value), json)
      if (json) printJson(context, { job })
      else
        context.out(
          `${[
            `${visible(job.name)} (${job.id}), made by ${visible(job.madeBy)}`,
            visible(job.sentence),
            ...job.nextRuns.map((at) => `Due: ${momentText(at, ownZone())}`),
            ...(job.held === null ? [] : [`It does not run: ${visible(job.held)}`]),
            `It ran ${job.runs} ${job.runs === 1 ? 'time' : 'times'}.`,
            '',
            visible(job.message),
          ].join('\n')}\n`,
        )
      return exit.done
    }),
}

export const schedulesRemove = ask({
  name: 'schedules remove',
  operands: ['ID'],
  summary: 'Remove a job',
  channel: 'schedules.remove',
  input: ({ operands: [word] }) => {
    const id = jobIdIn(word)
    return id.ok ? ok({ id: id.value }) : id
  },
  json: (jobs) => ({ jobs }),
  text: () => 'The job is removed.',
})

function dueText({ paused, held, trigger, nextRuns: [next] }: JobListing): string {
  if (paused) return 'paused'
  if (held !== null) return 'held'
  if (next !== undefined) return momentText(next, ownZone())
  return trigger.kind === 'event' ? 'with an event' : 'not due'
}
