// Kill -9 right after a denial.
import { must } from './driver/fault.ts'
import { holdWrite, withApp } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'killed-right-after-a-denial',
  fault: 'kill -9 right after a denial',
  mustHappen: 'the denial has its row after the next start, and nothing ran',
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const { answer } = await holdWrite(app, await app.agent(), 'a.txt')
      const [approval] = await app.held()
      must(
        approval !== undefined && (await app.answer(approval, 'deny-once')),
        'it could not be denied',
      )
      first.child.kill('SIGKILL')
      await first.ended
      await answer
      await app.start()
      const rows = await app.journal()
      must(
        rows.some((row) => row.kind === 'answered' && row.answer === 'deny-once'),
        'the denial has no row',
      )
      must(!rows.some(({ kind }) => kind === 'running'), 'it ran')
      return 'The denial had its row after the next start, and nothing ran.'
    }),
}
