// Presses the emergency stop from the window.
import type { Bridge } from '../../contract/ipc/ipc.ts'
import { setEmergencyStopDone, setTrouble } from './ui.ts'

/** What is said where a press reached nobody. */
export const unreached = {
  code: 'emergency-stop.unreached',
  text: 'Nothing was stopped: Gatehouse could not be reached.',
  hint: 'Run “gatehouse stop-everything” in a terminal, or quit Gatehouse.',
}

/** Stops everything. That it holds is seen in what main tells, never taken for granted. */
export async function pressEmergencyStop(bridge: Bridge): Promise<void> {
  const result = await bridge.call('emergency-stop.stop', {})
  setEmergencyStopDone(result.ok ? result.value : null)
  setTrouble(result.ok ? null : result.error.code === 'bridge.lost' ? unreached : result.error)
}
