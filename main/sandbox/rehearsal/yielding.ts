// Gives others a turn: long loops over many small things ask here after each.
import { setImmediate } from 'node:timers/promises'

/** How long a loop may keep everybody else waiting. */
const TURN_MS = 1

/** Call after each step; it waits only when the turn is over. */
export function openYielding(): () => Promise<void> | null {
  let slot = performance.now()
  return () => {
    if (performance.now() - slot < TURN_MS) return null
    return setImmediate().then(() => {
      slot = performance.now()
    })
  }
}
