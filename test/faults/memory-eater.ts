// A command eats memory without end.
import { textOf } from './driver/agent-socket.ts'
import { memoryOf } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { descendantsOf } from './driver/processes.ts'
import { quote } from './driver/quote.ts'
import { runApproved, withApp } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'memory-eater',
  fault: 'a command eats memory without end',
  mustHappen: 'it is killed, the app is not and does not grow, and the answer says so',
  run: () =>
    withApp(async (app) => {
      const program = await app.start()
      const pid = program.child.pid ?? 0
      const agent = await app.agent()
      must(
        /ready/.test(textOf(await runApproved(app, agent, 'echo ready'))),
        'no command ran before',
      )
      const before = memoryOf(pid)
      let eaten = 0
      const searching = setInterval(
        () => (eaten = Math.max(eaten, ...descendantsOf(pid).map(memoryOf))),
        10,
      )
      const answer = await runApproved(app, agent, 'tail /dev/zero').finally(() =>
        clearInterval(searching),
      )
      const said = textOf(answer)
      must(eaten > 200, `it took ${eaten.toFixed(0)} MB only`)
      must(program.child.exitCode === null, 'the app ended')
      must(/SIGKILL|memory/i.test(said), `the answer does not say so: ${said}`)
      must(memoryOf(pid) - before < 80, `the app grew by ${(memoryOf(pid) - before).toFixed(0)} MB`)
      must(
        /again/.test(textOf(await runApproved(app, agent, 'echo again'))),
        'commands do not run again',
      )
      return `It was ended at ${Math.round(eaten / 100) / 10} GB, the answer was ${quote(said, 80)}, and the next command ran.`
    }),
}
