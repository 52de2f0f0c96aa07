// A helper process or the graphics process is gone.
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { descendantsOf, killQuietly } from './driver/processes.ts'
import { runApproved, withApp } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'helper-process-gone',
  fault: 'a helper process or the graphics process is gone',
  mustHappen: 'it is started again, and calls under way fail once',
  run: () =>
    withApp(async (app) => {
      const program = await app.start()
      const agent = await app.agent()
      const helpers = descendantsOf(program.child.pid ?? 0)
      for (const pid of helpers) killQuietly(pid)
      const answer = await runApproved(app, agent, 'echo again')
      const next = /again/.test(textOf(answer)) ? answer : await runApproved(app, agent, 'echo again')
      must(/again/.test(textOf(next)), `commands do not run again: ${textOf(next)}`)
      must(program.child.exitCode === null, 'the app ended')
      return `${helpers.length} helper processes killed, commands run again`
    }),
}
