import type { Bridge } from '../../contract/ipc.ts'
import { changeLive } from './live-store.ts'
import { setGuardAsked, setTrouble } from './ui.ts'

/** Switches the exfiltration guard; the screen follows what main answers, never what was clicked. */
export async function setGuard(bridge: Bridge, on: boolean): Promise<void> {
  const result = await bridge.call('guard.set', { on })
  if (result.ok) changeLive((live) => ({ ...live, app: result.value }))
  setTrouble(result.ok ? null : result.error)
}

/** On at once; off is asked about first. */
export function switchGuard(bridge: Bridge, on: boolean): void {
  if (on) void setGuard(bridge, true)
  else setGuardAsked(true)
}
