// `gatehouse schedules list` and `gatehouse schedules remove`.
import { failure } from '../../../../contract/failure.ts'
import { JobId } from '../../../../contract/ids.ts'
import { momentText, ownZone } from '../../../../contract/schedule/job-sentence.ts'
import { NOTHING_FIRES } from '../../../../contract/schedule/nothing-fires.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { columns, visible } from '../output/show.ts'
import { withSession } from '../session/with-session.ts'

export const schedulesList: Command = {
  name: 'schedules list',
  operands: [],
  options: [],
  usage: '',
  summary: 'List the jobs that are kept to run later, with when each is due',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json } = call
      const listed = await session.call('schedules.list', {})
      if (!listed.ok) return complain(context, listed.error, json)
      if (json) printJson(context, { jobs: listed.value })
      else if (listed.value.length === 0) context.out('No jobs are scheduled.\n')
      else {
        const rows = listed.value.map(({ id, name, sentence, nextRuns, paused }) => [
          id,
          visible(name),
          paused || nextRuns[0] === undefined ? 'not due' : momentText(nextRuns[0], ownZone()),
          visible(sentence),
        ])
        context.out(columns([['ID', 'NAME', 'DUE NEXT', 'JOB'], ...rows]))
        context.note(`${NOTHING_FIRES}\n`)
      }
      return exit.done
    }),
}

export const schedulesRemove: Command = {
  name: 'schedules remove',
  operands: ['ID'],
  options: [],
  usage: '',
  summary: 'Remove a job that is kept to run later',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json, operands } = call
      const id = JobId.safeParse(operands[0])
      if (!id.success)
        return complain(
          context,
          failure(
            'schedule.unknown',
            `There is no job ${operands[0] ?? ''}.`,
            'See: gatehouse schedules list',
          ),
          json,
        )
      const left = await session.call('schedules.remove', { id: id.data })
      if (!left.ok) return complain(context, left.error, json)
      if (json) printJson(context, { jobs: left.value })
      else context.out(`${id.data} is removed.\n`)
      return exit.done
    }),
}
