// A promise is rejected without anybody to hear it.
import { NotHere } from './driver/fault.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'uncaught-rejection',
  fault: 'a promise is rejected without anybody to hear it',
  mustHappen: 'it is written down without secrets, and the app ends in order or goes on; nothing runs twice',
  run: async () => {
    throw new NotHere('Nothing from outside makes the app do so, and it has no seam for it; the handlers are tested where they are.')
  },
}
