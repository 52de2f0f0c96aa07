// The home folder is read-only at the start.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { safeModeHolds } from './driver/safe-mode.ts'
import { mountTmpfs, withApp, withTmpfs } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'read-only-home',
  fault: 'the home folder is read-only at the start, and the folder for sockets is not',
  mustHappen: 'it starts in a safe mode that says why, lists the tools and denies every call',
  run: () =>
    withTmpfs(16, (disk, remount) =>
      withApp(
        async (app) => {
          // As $XDG_RUNTIME_DIR is: a file system of its own.
          mkdirSync(join(app.home, 'run'))
          const unmount = mountTmpfs(join(app.home, 'run'), 4)
          try {
            remount('ro')
            await app.start()
            return await safeModeHolds(app)
          } finally {
            await app.dispose()
            unmount()
          }
        },
        '',
        disk,
      ),
    ),
}
