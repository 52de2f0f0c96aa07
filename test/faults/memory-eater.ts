// A command eats memory without end.
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { runApproved, withApp } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'memory-eater',
  fault: 'a command eats memory without end',
  mustHappen: 'it is killed, the app is not, and the answer says so',
  run: () =>
    withApp(async (app) => {
      const program = await app.start()
      const answer = await runApproved(app, await app.agent(), 'tail /dev/zero')
      must(program.child.exitCode === null, 'the app ended')
      must(
        answer.result?.isError === true || /killed|137|memory|alloc|exhausted/i.test(textOf(answer)),
        `it was answered: ${textOf(answer).slice(0, 200)}`,
      )
      return `the app is alive; ${textOf(answer).replaceAll(/\s+/g, ' ').slice(0, 80)}`
    }),
}
