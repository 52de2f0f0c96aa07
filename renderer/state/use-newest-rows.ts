// The newest rows of the journal that fit a query, for a component that shows a few of them.
import { useEffect, useState } from 'react'
import type { Failure } from '../../contract/failure.ts'
import { useBridge } from '../bridge/bridge-context.ts'
import { foundRows, type FoundRows } from './found-rows.ts'
import { useLive } from './live/live-store.ts'

type NewestRows = {
  /** Null until all was looked at or enough was found; then what was read last. */
  readonly found: FoundRows | null
  readonly error: Failure | null
}

/** Reads again where the query, `again` or the connection is another. */
export function useNewestRows(query: string, most: number, again: unknown = null): NewestRows {
  const bridge = useBridge()
  const epoch = useLive((live) => live.epoch)
  const [state, setState] = useState<NewestRows>({ found: null, error: null })
  useEffect(() => {
    const stop = new AbortController()
    void foundRows(bridge, { query, most }, stop.signal).then((answer) => {
      if (stop.signal.aborted) return
      setState((before) =>
        answer.ok
          ? { found: answer.value, error: null }
          : { found: before.found, error: answer.error },
      )
    })
    return () => stop.abort()
  }, [bridge, query, most, again, epoch])
  return state
}
