import type { Bridge } from '../../../contract/ipc/ipc.ts'
import { changeLive } from '../live/live-store.ts'
import { isRetained } from '../relaxation.ts'
import { setGuardAsked, setTrouble } from '../ui.ts'

/**
 * Switches the exfiltration guard; the screen follows what main answers, never what was clicked.
 */
export async function setGuard(bridge: Bridge, on: boolean): Promise<void> {
  // Off was asked about already; once a proof is set up, main wants that as well.
  const result = await bridge.call('guard.set', { on, confirmed: !on })
  if (result.ok) changeLive((live) => ({ ...live, app: result.value }))
  setTrouble(result.ok || isRetained(result.error) ? null : result.error)
}

/** On at once; off is asked about first. */
export function switchGuard(bridge: Bridge, on: boolean): void {
  if (on) void setGuard(bridge, true)
  else setGuardAsked(true)
}
