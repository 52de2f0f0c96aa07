// Kill -9 between the effect of a command and its outcome row.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './driver/fault.ts'
import { runApproved, withApp } from './driver/steps.ts'
import { until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'killed-while-running',
  fault: 'kill -9 between the effect of a command and its outcome row',
  mustHappen: 'the next start closes the call as unknown',
  short: true,
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const agent = await app.agent()
      const answer = runApproved(app, agent, 'echo done > effect.txt; sleep 30').catch(() => null)
      await until('the effect', () => (existsSync(join(app.workspace, 'effect.txt')) ? true : null))
      first.child.kill('SIGKILL')
      await first.ended
      await answer
      await app.start()
      const outcome = (await app.journal()).find((row) => row.kind === 'outcome')
      must(
        outcome?.kind === 'outcome' && outcome.status === 'unknown',
        `its outcome is ${JSON.stringify(outcome)}`,
      )
      return 'The next start closed the call as unknown.'
    }),
}
