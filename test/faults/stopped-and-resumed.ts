// The app is stopped for six seconds (as by a suspended machine) while a call is held for five.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './driver/fault.ts'
import { holdWrite, withApp } from './driver/steps.ts'
import { pause } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'stopped-and-resumed',
  fault:
    'the app is stopped for six seconds (as by a suspended machine) while a call is held for five',
  mustHappen: 'the question has expired, cannot be approved any more, and nothing ran',
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const { answer } = await holdWrite(app, await app.agent(), 'a.txt')
      const [approval] = await app.held()
      first.child.kill('SIGSTOP')
      await pause(6_000)
      first.child.kill('SIGCONT')
      await pause(500)
      const given = approval !== undefined && (await app.answer(approval, 'once'))
      must(!given, 'it could still be approved')
      must((await answer)?.result?.isError === true, 'it ran')
      must(!existsSync(join(app.workspace, 'a.txt')), 'its file is there')
      return 'The call expired while the app was stopped, could not be approved, and did not run.'
    }, 'approvals: { timeoutSeconds: 5 }\n'),
}
