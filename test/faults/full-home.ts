// The home folder is full at the start.
import { fillDisk, withApp, withTmpfs } from './driver/steps.ts'
import { safeModeHolds } from './driver/safe-mode.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'full-home',
  fault: 'the home folder is full at the start',
  mustHappen: 'it starts in a safe mode that says why, lists the tools and denies every call',
  short: true,
  run: () =>
    withTmpfs(8, (disk) =>
      withApp(
        async (app) => {
          fillDisk(disk)
          await app.start()
          return safeModeHolds(app)
        },
        '',
        disk,
      ),
    ),
}
