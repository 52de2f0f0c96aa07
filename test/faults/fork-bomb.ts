// A fork bomb in a command.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './driver/fault.ts'
import { runApproved, slowestAnswer, withApp } from './driver/steps.ts'
import { pause } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'fork-bomb',
  fault: 'a fork bomb in a command',
  mustHappen: 'it meets its limit, and the app answers the person within a second',
  run: () =>
    withApp(async (app) => {
      const program = await app.start()
      writeFileSync(join(app.workspace, 'grow.sh'), 'grow() { grow | grow & }\ngrow\nsleep 4\necho over\n')
      const answer = runApproved(app, await app.agent(), 'sh grow.sh')
      await pause(1_500)
      const slowest = await slowestAnswer(app, 20)
      await answer
      must(slowest < 1_000, `the app took ${slowest.toFixed(0)} ms to answer`)
      must(program.child.exitCode === null, 'the app ended')
      return `the slowest answer took ${slowest < 200 ? 'under 200' : 'under 1,000'} ms`
    }),
}
