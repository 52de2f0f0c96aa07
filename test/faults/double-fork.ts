// A command forks twice, leaves its session and goes on.
import { textOf } from './driver/agent-socket.ts'
import { descendantsOf, nameOf } from './driver/processes.ts'
import { must } from './driver/fault.ts'
import { runApproved, withApp } from './driver/steps.ts'
import { until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'double-fork',
  fault: 'a command forks twice, leaves its session and goes on',
  mustHappen: 'nothing of it is left when the command has ended',
  short: true,
  run: () =>
    withApp(async (app) => {
      const program = await app.start()
      const pid = program.child.pid ?? 0
      const answer = await runApproved(
        app,
        await app.agent(),
        '(setsid sh -c "sleep 57 & setsid sleep 57 &" &) ; sleep 0.5; echo ended',
      )
      must(/ended/.test(textOf(answer)), `it was answered: ${textOf(answer)}`)
      await until(
        'the end of what it left',
        () => (descendantsOf(pid).some((child) => nameOf(child) === 'sleep') ? null : true),
        3_000,
      )
      return 'The process that had left its session was gone when the command ended.'
    }),
}
