// The rows that a search has found so far, a page after another. An answer that came too late is
// dropped, and so is one to another question.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FleetCount, FleetPage, FleetRow } from '../../../../contract/fleet/fleet-search.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'

export type Pages = {
  readonly rows: readonly FleetRow[]
  readonly next: FleetPage['next']
  readonly unreadable: number
  /** How many rows fit in all; null: not counted, or not yet. */
  readonly all: FleetCount | null
  readonly busy: boolean
  readonly error: Failure | null
  /** Whether anything was answered. */
  readonly read: boolean
  more(): void
}

const nothing = {
  rows: [],
  next: null,
  unreadable: 0,
  all: null,
  busy: true,
  error: null,
  read: false,
} as const
/** While somebody types, nothing is asked. */
const REST_MS = 300

/** @param query null: nothing is asked. */
export function usePages(query: string | null, again: unknown): Pages {
  const bridge = useBridge()
  const [state, setState] = useState<Omit<Pages, 'more'>>(nothing)
  const asked = useRef(0)
  // A newer question of this list ends the older one, in the database as well.
  const [asker] = useState(() => crypto.randomUUID())
  const ask = useCallback(
    async (line: string, before: FleetPage['next']): Promise<void> => {
      asked.current += 1
      const mine = asked.current
      setState((was) => (before === null ? nothing : { ...was, busy: true, error: null }))
      const page = await bridge.call('fleet.search', { query: line, before, limit: 50, asker })
      if (mine !== asked.current) return
      setState((was) =>
        page.ok
          ? {
              rows: [...was.rows, ...page.value.rows],
              next: page.value.next,
              all: was.all,
              unreadable: was.unreadable + page.value.unreadable,
              busy: false,
              error: null,
              read: true,
            }
          : { ...was, busy: false, error: page.error },
      )
      // All that there is is on the page, and needs no counting.
      if (!page.ok || page.value.next === null || before !== null) return
      const all = await bridge.call('fleet.count', { query: line, asker })
      if (mine === asked.current && all.ok) setState((was) => ({ ...was, all: all.value }))
    },
    [asker, bridge],
  )
  useEffect(() => {
    if (query === null) return
    const timer = setTimeout(() => void ask(query, null), query === '' ? 0 : REST_MS)
    return () => {
      clearTimeout(timer)
      asked.current += 1
    }
  }, [ask, query, again])
  // Who closes the list waits for nothing any more.
  useEffect(() => () => void bridge.call('fleet.leave', { asker }), [asker, bridge])
  const { busy, next } = state
  const more = useCallback(() => {
    if (query !== null && !busy && next !== null) void ask(query, next)
  }, [ask, busy, next, query])
  return { ...state, more }
}
