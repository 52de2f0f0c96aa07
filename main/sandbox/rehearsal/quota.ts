// The limit on what a rehearsal may write: looked at again and again while it runs, for no file
// system bounds a folder.
import { setTimeout as wait } from 'node:timers/promises'
import type { View } from './view.ts'

export const written = { bytes: 256 * 1024 ** 2, files: 20_000 } as const
const EVERY_MS = 150

/**
 * `signal` is aborted once the view holds more than that. `end` must be called; it stops looking.
 */
export function watchWritten(view: Pick<View, 'written'>): {
  readonly signal: AbortSignal
  end(): Promise<void>
} {
  const over = new AbortController()
  const done = new AbortController()
  const watching = (async () => {
    while (!done.signal.aborted && !over.signal.aborted) {
      await wait(EVERY_MS, undefined, { signal: done.signal }).catch(() => {})
      const { bytes, files } = await view.written()
      if (bytes > written.bytes || files > written.files) over.abort()
    }
  })()
  return {
    signal: over.signal,
    end: async () => {
      done.abort()
      await watching
    },
  }
}
