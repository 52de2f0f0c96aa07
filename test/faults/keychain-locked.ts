// The keychain of the desktop is locked or missing.
import { NotHere } from './driver/fault.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'keychain-locked',
  fault: 'the keychain of the desktop is locked or missing',
  mustHappen: 'it asks, or runs without stored secrets, and never writes one in the clear',
  run: async () => {
    throw new NotHere('The headless app has no keychain; test/host/electron-keychain.test.ts does it with the window.')
  },
}
