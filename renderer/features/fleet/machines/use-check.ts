// The check of all machines: it goes on when the screen is left, and what it found is there when
// somebody comes back.
import { useCallback, useEffect, useState } from 'react'
import type { FleetCheck } from '../../../../contract/fleet/state.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'

const LOOK_MS = 400

export function useCheck() {
  const bridge = useBridge()
  const [check, setCheck] = useState<FleetCheck>({ running: null, last: null, failed: null })
  const [error, setError] = useState<Failure | null>(null)
  const ask = useCallback(
    async (wanted: 'look' | 'start' | 'stop'): Promise<void> => {
      const found = await bridge.call('fleet.check', { do: wanted })
      if (found.ok) setCheck(found.value)
      setError(found.ok ? null : found.error)
    },
    [bridge],
  )
  useEffect(() => void ask('look'), [ask])
  useEffect(() => {
    if (check.running === null) return
    const timer = setTimeout(() => void ask('look'), LOOK_MS)
    return () => clearTimeout(timer)
  }, [ask, check])
  return { check, error: error ?? check.failed, ask }
}
