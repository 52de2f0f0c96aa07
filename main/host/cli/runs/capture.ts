// `gatehouse runs capture RUN`: a run as one file, on standard output.
import { failure } from '../../../../contract/failure.ts'
import { RunId } from '../../../../contract/ids.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { withQueries } from '../session/with-session.ts'

export const runsCapture: Command = {
  name: 'runs capture',
  operands: ['RUN'],
  options: [],
  usage: '',
  summary:
    'Write a run as one file without secrets: what its model said, its calls, their decisions',
  async run(call) {
    const { context, json, operands } = call
    const id = RunId.safeParse(operands[0])
    if (!id.success)
      return complain(
        context,
        failure(
          'usage',
          'That is not the id of a run. Ids begin with "run_".',
          'To find ids: gatehouse runs list',
        ),
        json,
      )
    return withQueries(call, async (session) => {
      const captured = await session.call('runs.capture', { id: id.data })
      if (!captured.ok) return complain(context, captured.error, json)
      printJson(context, captured.value)
      return exit.done
    })
  },
}
