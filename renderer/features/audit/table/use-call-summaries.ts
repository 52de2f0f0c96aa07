// The calls behind the rows in sight, read together and kept while they are near.
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { CallId } from '../../../../contract/ids.ts'
import type { Bridge } from '../../../../contract/ipc/ipc.ts'
import type { CallSummary } from '../../../../contract/journal/call-summary.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'

/** As many as one question may name. */
const PAGE = 100
const MOST_KEPT = 2_000
/** Rows that come into sight together are asked for together. */
const GATHER_MS = 16

export type CallSummaries = {
  /** undefined: not read yet. null: nothing is known of it. */
  get(id: CallId): CallSummary | null | undefined
  subscribe(listener: () => void): () => void
  close(): void
}

export function openCallSummaries(bridge: Pick<Bridge, 'call'>): CallSummaries {
  const known = new Map<CallId, CallSummary | null>()
  const asked = new Set<CallId>()
  let wanted: CallId[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  let closed = false
  const listeners = new Set<() => void>()

  const read = async (callIds: CallId[]): Promise<void> => {
    const found = await bridge.call('audit.calls', { callIds })
    for (const id of callIds) asked.delete(id)
    if (closed) return
    // What could not be read is asked for again when it is drawn again.
    if (found.ok) {
      const byId = new Map(found.value.map((summary) => [summary.callId, summary]))
      for (const id of callIds) known.set(id, byId.get(id) ?? null)
      for (const id of known.keys()) {
        if (known.size <= MOST_KEPT) break
        known.delete(id)
      }
    }
    listeners.forEach((listener) => listener())
  }
  const flush = (): void => {
    timer = null
    while (wanted.length > 0) void read(wanted.splice(0, PAGE))
  }

  return {
    get(id) {
      const found = known.get(id)
      if (found === undefined && !asked.has(id) && !closed) {
        asked.add(id)
        wanted.push(id)
        timer ??= setTimeout(flush, GATHER_MS)
      }
      return found
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      closed = true
      wanted = []
      if (timer !== null) clearTimeout(timer)
    },
  }
}

export function useCallSummaries(): CallSummaries {
  const bridge = useBridge()
  const summaries = useMemo(() => openCallSummaries(bridge), [bridge])
  useEffect(() => () => summaries.close(), [summaries])
  return summaries
}

export const useCallSummary = (summaries: CallSummaries, id: CallId) =>
  useSyncExternalStore(summaries.subscribe, () => summaries.get(id))
