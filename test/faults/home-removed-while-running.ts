// The home folder is removed while the app runs.
import { rmSync } from 'node:fs'
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { pause } from './driver/until.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'home-removed-while-running',
  fault: 'the home folder is removed while the app runs',
  mustHappen: 'nothing runs on',
  run: () =>
    withApp(async (app) => {
      const program = await app.start()
      const agent = await app.agent()
      await agent.call('list_dir', { path: '.' })
      rmSync(app.home, { recursive: true, force: true })
      await pause(1_500)
      const answer = await Promise.race([
        agent.call('list_dir', { path: '.' }).catch(() => null),
        pause(10_000).then(() => null),
      ])
      must(answer === null || answer.result?.isError === true, 'a call ran')
      program.child.kill('SIGKILL')
      return answer === null
        ? 'The app had ended.'
        : `The next call was refused: ${quote(textOf(answer), 130)}`
    }),
}
