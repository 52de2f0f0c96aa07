// Runs that wait for the end of any of their sub-agents.
import type { RunId } from '../../../contract/ids.ts'

export type EndWaiters = {
  /** Resolves when one of its sub-agents has ended, the time is up, or it is told to end. */
  next(id: RunId, signal: AbortSignal, waitMs: number | null): Promise<void>
  /** A sub-agent of this run has ended. */
  wake(id: RunId): void
}

export function openEndWaiters(): EndWaiters {
  const waiting = new Map<RunId, Set<() => void>>()
  return {
    next: (id, signal, waitMs) =>
      new Promise((resolve) => {
        const timer = waitMs === null ? null : setTimeout(() => done(), waitMs)
        const own = waiting.get(id) ?? new Set<() => void>()
        waiting.set(id, own)
        const done = (): void => {
          if (timer !== null) clearTimeout(timer)
          signal.removeEventListener('abort', done)
          own.delete(done)
          if (own.size === 0) waiting.delete(id)
          resolve()
        }
        own.add(done)
        if (signal.aborted) done()
        else signal.addEventListener('abort', done, { once: true })
      }),
    wake(id) {
      for (const wake of waiting.get(id) ?? []) wake()
    },
  }
}
