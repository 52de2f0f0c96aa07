// The app has few file descriptors, and many connections take them.
import { createConnection } from 'node:net'
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { runApproved, withApp } from './driver/steps.ts'
import { pause } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

/** Without what this process was itself started with: a descriptor above the limit is handed on, and nothing can be started then. */
const few = [
  'bash',
  '-c',
  'for fd in /proc/self/fd/*; do fd=${fd##*/}; [ "$fd" -gt 2 ] && eval "exec $fd>&-"; done; exec prlimit --nofile=160:160 "$@"',
  'bash',
]

export const fault: Fault = {
  name: 'descriptors-run-out',
  fault: 'the app has few file descriptors, and many connections take them',
  mustHappen: 'the app lives and serves again when they are back',
  short: true,
  run: () =>
    withApp(async (app) => {
      const program = await app.start({ under: few })
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
