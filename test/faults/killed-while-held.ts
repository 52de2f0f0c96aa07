// Kill -9 while a call is held.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './driver/fault.ts'
import { holdWrite, withApp } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'killed-while-held',
  fault: 'kill -9 while a call is held',
  mustHappen:
    'the question is still there after the next start, nothing ran, and the journal tells',
  short: true,
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const { answer } = await holdWrite(app, await app.agent(), 'a.txt')
      const [before] = await app.held()
      first.child.kill('SIGKILL')
      await first.ended
      await answer
      await app.start()
      const [after] = await app.held()
      must(after !== undefined && after.id === before?.id, 'the question is gone')
      must(!existsSync(join(app.workspace, 'a.txt')), 'it ran')
      must(
        (await app.journal()).some(({ kind }) => kind === 'asked'),
        'the journal does not tell',
      )
      return 'The same call was held after the next start, nothing ran, and its row was there.'
    }),
}
