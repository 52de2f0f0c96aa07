// The calls behind the rows in sight, read together and kept while they are near.
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { CallId } from '../../../../contract/ids.ts'
import type { Bridge } from '../../../../contract/ipc/ipc.ts'
import type { CallSummary } from '../../../../contract/journal/call-summary.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { callsStored, keepCalls, type KnownCalls } from './newest-calls.ts'

/** As many as one question may name. */
const PAGE = 100
const MOST_KEPT = 2_000
/** Rows that come into sight together are asked for together. */
const GATHER_MS = 16

export type CallSummaries = {
  /** undefined: not read yet. null: nothing is known of it. */
  get(id: CallId): CallSummary | null | undefined
  subscribe(listener: () => void): () => void
  /** From now on it reads: what is asked for and what it was given. */
  open(): void
  known(): KnownCalls
  close(): void
}

/** `before`: as they were read earlier. Shown at once, and read again. */
export function openCallSummaries(
  bridge: Pick<Bridge, 'call'>,
  before: KnownCalls = new Map(),
): CallSummaries {
  const known = new Map<CallId, CallSummary | null>(before)
  const asked = new Set<CallId>()
  let wanted: CallId[] = [...before.keys()]
  let timer: ReturnType<typeof setTimeout> | null = null
  /** Until it is opened it shows what it was given and asks for nothing. */
  let closed = true
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
      if (found === undefined && !asked.has(id)) {
        asked.add(id)
        wanted.push(id)
        if (!closed) timer ??= setTimeout(flush, GATHER_MS)
      }
      return found
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    open() {
      closed = false
      if (wanted.length > 0) timer ??= setTimeout(flush, GATHER_MS)
    },
    known: () => known,
    close() {
      closed = true
      wanted = []
      asked.clear()
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}

export function useCallSummaries(): CallSummaries {
  const bridge = useBridge()
  const epoch = useLive((live) => live.epoch)
  const summaries = useMemo(
    () => openCallSummaries(bridge, callsStored(bridge, epoch)),
    [bridge, epoch],
  )
  useEffect(() => {
    summaries.open()
    return () => {
      summaries.close()
      keepCalls(bridge, epoch, useLive.getState().journalSeq, summaries.known())
    }
  }, [bridge, epoch, summaries])
  return summaries
}

export const useCallSummary = (summaries: CallSummaries, id: CallId) =>
  useSyncExternalStore(summaries.subscribe, () => summaries.get(id))
