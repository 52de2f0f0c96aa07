// A clock for components, one timer for all of them.
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** Epoch milliseconds, new every second. */
export function useNow(): number {
  // Read afresh when the first listener comes after a pause, or ages would be stale by that pause.
  if (timer === null) now = Date.now()
  return useSyncExternalStore(subscribe, () => now)
}
