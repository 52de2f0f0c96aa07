// The terminal of gatehouse serve is closed (SIGHUP, twice).
import { existsSync } from 'node:fs'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'terminal-closed',
  fault: 'the terminal of gatehouse serve is closed (SIGHUP, twice)',
  mustHappen: 'it ends in order: its last row is written and its lock is gone',
  short: true,
  run: () =>
    withApp(async (app) => {
      const program = await app.serve()
      await (await app.agent()).call('list_dir', { path: '.' })
      program.child.kill('SIGHUP')
      program.child.kill('SIGHUP')
      const { code } = await program.ended
      must(code === 0, `it ended with ${code}`)
      must(!existsSync(app.paths.lockFile), 'its lock is there')
      await app.start()
      must(
        (await app.journal()).some(({ kind }) => kind === 'stopped'),
        'it has no last row',
      )
      return 'It ended with code 0, its last row was written, and its lock was gone.'
    }),
}
