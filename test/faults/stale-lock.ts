// The lock names a process that is gone, and one whose number was used again.
import { writeFileSync } from 'node:fs'
import { headlessFile } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'stale-lock',
  fault: 'the lock names a process that is gone, and one whose number was used again',
  mustHappen: 'it is taken over, and never from a process that is alive',
  short: true,
  run: () =>
    withApp(async (app) => {
      writeFileSync(
        app.paths.lockFile,
        JSON.stringify({ pid: 1, started: 'another-boot/1', nonce: 'a' }),
      )
      const first = await app.start()
      must(app.pid() === first.child.pid, 'the stale lock was not taken over')
      const second = await app.run(headlessFile, []).ended
      must(
        second.code === 1 && /already running/.test(second.stderr),
        `a second one: ${second.code} ${second.stderr}`,
      )
      return 'The lock was taken over from a process that was gone, and not from one that was alive.'
    }),
}
