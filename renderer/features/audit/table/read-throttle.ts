// When a list that grows is read. A busy agent writes many rows a second; they are read at most four
// times in one.
import { AGAIN_MS } from './journal-pager-limits.ts'

type ReadThrottle = {
  /** Rows were added; they are read when it is time. */
  grew(): void
  close(): void
}

type Deps = {
  /** Once at a time: a slow store is not asked again before it has answered. */
  read(): Promise<void>
  /** There is something to join to. */
  ready(): boolean
  closed(): boolean
}

export function openReadThrottle({ read, ready, closed }: Deps): ReadThrottle {
  let growing: ReturnType<typeof setTimeout> | null = null
  let last = 0
  let reading = false
  let grewMeanwhile = false
  const schedule = (): void => {
    growing ??= setTimeout(() => void grown(), Math.max(0, AGAIN_MS - (performance.now() - last)))
  }
  async function grown(): Promise<void> {
    reading = true
    grewMeanwhile = false
    growing = null
    last = performance.now()
    await read()
    reading = false
    if (grewMeanwhile && !closed()) schedule()
  }
  return {
    grew: () => {
      if (reading) grewMeanwhile = true
      else if (ready()) schedule()
    },
    close: () => {
      clearTimeout(growing ?? undefined)
      growing = null
    },
  }
}
