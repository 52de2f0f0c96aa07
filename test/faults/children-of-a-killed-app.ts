// Kill -9 of the app while five commands run.
import { readdirSync } from 'node:fs'
import { descendantsOf } from './driver/processes.ts'
import { must } from './driver/fault.ts'
import { gone, withApp } from './driver/steps.ts'
import { until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'children-of-a-killed-app',
  fault: 'kill -9 of the app while five commands run',
  mustHappen: 'no process of ours outlives it',
  short: true,
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const agent = await app.agent()
      const answers = Array.from({ length: 5 }, (_, at) =>
        agent.call('exec', { command: `echo begun > begun-${at}; sleep 600` }).catch(() => null),
      )
      for (const approval of await app.held(5)) await app.answer(approval, 'once')
      await until('five commands to run', () =>
        readdirSync(app.workspace).filter((name) => name.startsWith('begun-')).length === 5
          ? true
          : null,
      )
      const children = descendantsOf(first.child.pid ?? 0)
      must(children.length >= 5, `it has only ${children.length} children`)
      first.child.kill('SIGKILL')
      await first.ended
      await Promise.all(answers)
      must(await gone(children), 'some are still alive')
      return `All ${children.length} processes below the app ended with it.`
    }),
}
