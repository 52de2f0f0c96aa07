// What goes wrong below all modules: how it is told to anyone who waits, and how the state that
// every screen shows comes to know.
import type { AppState } from '../../contract/ipc/app-state.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Broadcast } from '../ipc/broadcast.ts'
import { openAttempts } from '../store/attempts.ts'
import { openStoreHealth } from '../store/store-health.ts'
import { announceState } from './announce-state.ts'

export type FaultDeps = {
  readonly broadcast: Broadcast
  readonly state: () => AppState
  readonly report: (fault: unknown) => void
}

export function wireFaults({ broadcast, state, report }: FaultDeps) {
  const changedApp = announceState(broadcast, state, report)
  const health = openStoreHealth(changedApp)
  return {
    /** The state is another one. */
    changedApp,
    health,
    attempt: openAttempts(health),
    /**
     * For an error that nobody expected: a full or locked disk by its name, and anything else as
     * the bug that it is, reported.
     */
    broken(fault: unknown): Failure {
      const found = health.note(fault)
      if (found === null) report(fault)
      return (
        found ??
        failure(
          'gatehouse.fault',
          'Gatehouse failed while it handled this call.',
          'See the log of Gatehouse.',
        )
      )
    },
  }
}
