// Where a command runs over a home in this process, with a whole app composed where it needs one.
import { setTimeout as sleep } from 'node:timers/promises'
import { openApp } from '../../main/wiring/app.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'

/** @param more what is otherwise for this test. */
export const appContext = (home: string, more: Parameters<typeof fakeCliContext>[0] = {}) =>
  fakeCliContext({
    env: { GATEHOUSE_HOME: home },
    sleep: (ms) => sleep(ms),
    compose: (paths, purpose) =>
      openApp({ host: 'cli', paths, version: '0', queryOnly: purpose === 'questions' }),
    ...more,
  })
