// A command closes its input and its output early, another never reads.
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { runApproved, withApp } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'closed-input',
  fault: 'a command closes its input and its output early, another never reads',
  mustHappen: 'both end, and the app goes on',
  run: () =>
    withApp(async (app) => {
      const program = await app.start()
      const agent = await app.agent()
      const first = await runApproved(app, agent, 'exec <&- >&- 2>&-; sleep 0.2')
      const second = await runApproved(app, agent, 'cat | true; sleep 0.1; echo read-nothing')
      must(
        first.result !== undefined && /read-nothing/.test(textOf(second)),
        `${textOf(first)} ${textOf(second)}`,
      )
      must(program.child.exitCode === null, 'the app ended')
      return 'Both commands ended, and calls ran on.'
    }),
}
