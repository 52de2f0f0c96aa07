// SIGTERM while a command runs, then the same request again.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { runApproved, withApp } from './driver/steps.ts'
import { pause, until } from './driver/until.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'ended-while-running',
  fault: 'SIGTERM while a command runs, then the same request again',
  mustHappen:
    'it runs once: it is waited for, or the agent and the card are told that it ran in part',
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const command = 'echo x >> effect.txt; sleep 3; echo y >> effect.txt'
      const answer = runApproved(app, await app.agent(), command).catch(() => null)
      await until('the effect', () => (existsSync(join(app.workspace, 'effect.txt')) ? true : null))
      first.child.kill('SIGTERM')
      await first.ended
      await answer
      await app.start()
      const again = (await app.agent()).call('exec', { command }).then((said) => textOf(said))
      const first_ = await Promise.race([again, pause(3_000).then(() => null)])
      const times = readFileSync(join(app.workspace, 'effect.txt'), 'utf8').split('x').length - 1
      if (first_ === null) {
        const [held] = await app.held()
        must(
          /in part|began|already/i.test(JSON.stringify(held)),
          'it is asked again, and the card is silent',
        )
      }
      void again.catch(() => null)
      must(times === 1, `it ran ${times} times`)
      return first_ === null
        ? 'It ran once. The same request is held again, with a card that says that it ran in part.'
        : `It ran once. The same request was answered: ${quote(first_, 130)}`
    }),
}
