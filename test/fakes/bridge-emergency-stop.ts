// The emergency stop of the fake Gatehouse: holds, denies what is held, and is taken back as the real
// one is.
import type { AppState } from '../../contract/ipc/app-state.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'

type Deps = {
  /** A passphrase is set: "correct horse". */
  readonly secured: boolean
  readonly changeApp: (change: Partial<AppState>) => unknown
  /** Denies what is held, and gives how many that were. */
  readonly denyAll: () => number
}

export function fakeEmergencyStop({
  secured,
  changeApp,
  denyAll,
}: Deps): Pick<Handlers, 'emergency-stop.stop' | 'emergency-stop.resume'> {
  return {
    'emergency-stop.stop': async (_none, { surface }) => {
      changeApp({ stopped: { at: Date.now(), surface, fault: null } })
      return { ok: true, value: { leases: 2, held: denyAll(), runs: 1 } }
    },
    'emergency-stop.resume': async ({ proof, confirmed }) => {
      const proven = secured
        ? proof?.kind === 'passphrase' && proof.passphrase === 'correct horse'
        : confirmed
      if (!proven)
        return proof === undefined
          ? {
              ok: false,
              error: {
                code: 'approval.step-up',
                text: 'Letting calls run again requires the Gatehouse passphrase or a one-time code.',
              },
            }
          : { ok: false, error: { code: 'step-up.wrong', text: 'The passphrase is wrong.' } }
      changeApp({ stopped: null })
      return { ok: true, value: {} }
    },
  }
}
