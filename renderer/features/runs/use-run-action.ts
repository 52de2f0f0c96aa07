import { useCallback } from 'react'
import type { RunId } from '../../../contract/ids.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { setTrouble } from '../../state/ui.ts'

/**
 * Stops or resumes a run; what goes wrong is said by the frame, since the button may be gone by
 * then.
 */
export function useRunAction(id: RunId): (channel: 'runs.stop' | 'runs.resume') => void {
  const bridge = useBridge()
  return useCallback(
    (channel) => {
      void bridge
        .call(channel, { id })
        .then((result) => setTrouble(result.ok ? null : result.error))
    },
    [bridge, id],
  )
}
