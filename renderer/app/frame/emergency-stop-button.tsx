// Stops everything with one press, and asks for nothing. Quiet while there is nothing to stop. Where it has been pressed it leads to the
// way back.
import { OctagonX } from 'lucide-react'
import { useBridge } from '../../bridge/bridge-context.ts'
import type { Live } from '../../state/live/live.ts'
import { useLive } from '../../state/live/live-store.ts'
import { pressEmergencyStop } from '../../state/emergency-stop.ts'
import { setLiftOpen } from '../../state/ui.ts'
import { words } from './frame-text.ts'
import css from './emergency-stop-button.module.css'

export function EmergencyStopButton() {
  const bridge = useBridge()
  const stopped = useLive((live) => live.app?.stopped ?? null)
  const atWork = useLive(somethingRuns)
  if (stopped !== null) {
    return (
      <button type="button" className={css.lift} onClick={() => setLiftOpen(true)}>
        <OctagonX size={16} aria-hidden="true" />
        {words.emergencyStop.stopped}
      </button>
    )
  }
  return (
    <button
      type="button"
      className={css.panic}
      data-at-work={atWork}
      title={`${words.emergencyStop.press} (${words.emergencyStop.keys})`}
      onClick={() => void pressEmergencyStop(bridge)}
    >
      <OctagonX size={16} aria-hidden="true" />
      <span>{words.emergencyStop.press}</span>
    </button>
  )
}

/** A run goes on, or a call of anybody waits. */
const somethingRuns = ({ open, runs }: Live): boolean =>
  (open?.size ?? 0) > 0 ||
  [...runs.values()].some(({ state }) => state === 'working' || state === 'waiting')
