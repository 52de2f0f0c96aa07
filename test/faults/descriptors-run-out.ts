// The app has few file descriptors, and many connections take them.
import { createConnection } from 'node:net'
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { runApproved, withApp } from './driver/steps.ts'
import { pause } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'descriptors-run-out',
  fault: 'the app has few file descriptors, and many connections take them',
  mustHappen: 'the app lives and serves again when they are back',
  open: 'the sandbox is not tried again (item 11)',
  run: () =>
    withApp(async (app) => {
      const program = await app.start({ under: ['prlimit', '--nofile=160:160'] })
      const taken = Array.from({ length: 400 }, () => createConnection(app.places.socketFile).on('error', () => {}))
      await pause(1_500)
      for (const socket of taken) socket.destroy()
      await pause(500)
      const answer = await runApproved(app, await app.agent(), 'echo again')
      must(program.child.exitCode === null, 'the app ended')
      must(/again/.test(textOf(answer)), `a command was answered: ${textOf(answer)}`)
      return 'commands run again'
    }),
}
