// The servers as main has them, read again whenever it says that something changed, four times a
// second at most.
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { ServerListing } from '../../../contract/server/server.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { isRetained } from '../../state/relaxation.ts'
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

export type Acting = { readonly busy: string | null; readonly error: Failure | null }

/** One action at a time, its failure kept to be shown where it was begun. */
export function useAct() {
  const [state, setState] = useState<Acting>({ busy: null, error: null })
  const act = async <T>(
    name: string,
    work: () => Promise<
      { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure }
    >,
  ): Promise<T | null> => {
    if (state.busy !== null) return null
    setState({ busy: name, error: null })
    const result = await work()
    setState({ busy: null, error: result.ok || isRetained(result.error) ? null : result.error })
    return result.ok ? result.value : null
  }
  return { ...state, act, clear: () => setState({ busy: null, error: null }) }
}
