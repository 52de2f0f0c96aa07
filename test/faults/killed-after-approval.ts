// Kill -9 right after an approval, before the call has begun.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './driver/fault.ts'
import { holdWrite, withApp } from './driver/steps.ts'
import { pause } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'killed-after-approval',
  fault: 'kill -9 right after an approval, before the call has begun',
  mustHappen: 'the call runs at most once, and is never shown as done when it is not known',
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const { answer } = await holdWrite(app, await app.agent(), 'a.txt')
      const [approval] = await app.held()
      if (approval !== undefined) void app.answer(approval, 'once').catch(() => false)
      await pause(3)
      first.child.kill('SIGKILL')
      await first.ended
      await answer
      await app.start()
      const rows = await app.journal()
      const ran = rows.filter(({ kind }) => kind === 'running').length
      const done = rows.some((row) => row.kind === 'outcome' && row.status === 'done')
      must(ran <= 1, `it was started ${ran} times`)
      must(!done || existsSync(join(app.workspace, 'a.txt')), 'it is called done, and its file is missing')
      return `started ${ran === 0 ? 'never' : 'once'}, ${done ? 'done' : 'not called done'}`
    }),
}
