// The servers as main has them, read again whenever it says that something changed, four times a
// second at most.
import { useEffect, useRef, useState } from 'react'
import type { ServerListing } from '../../../contract/server/server.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { type Read, useRead } from '../../state/use-read.ts'

const everyMs = 250

/** Follows a number that may change very often. The newest is always reached. */
export function useCalm(value: number): number {
  const [calm, setCalm] = useState(value)
  const last = useRef(0)
  useEffect(() => {
    if (value === calm) return
    const wait = Math.max(0, last.current + everyMs - performance.now())
    const timer = setTimeout(() => {
      last.current = performance.now()
      setCalm(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, calm])
  return calm
}

export function useServers(): Read<ServerListing[]> {
  const bridge = useBridge()
  const turn = useCalm(useLive((live) => live.serversRevision))
  return useRead(bridge, 'servers.list', {}, turn)
}
