// Long work in turns, so that a page of ten megabytes holds up nothing else in the process.

/** With the piece that it is asked for after, well below what a person or another call would notice. */
const TURN_MS = 1.5

export type Semaphore = {
  /**
   * Lets others work when this one has worked for some milliseconds. To be awaited between small
   * pieces of work.
   */
  next(): Promise<void>
}

/** @param rest gives others a turn; a test counts how often. */
export function openSemaphore(rest: () => Promise<void> = othersFirst): Semaphore {
  let startedAt = performance.now()
  return {
    async next() {
      if (performance.now() - startedAt < TURN_MS) return
      await rest()
      startedAt = performance.now()
    },
  }
}

/** Node's own where there is one: a timer sleeps a millisecond, and on a busy machine far longer. */
const { setImmediate: afterOthers = (done: () => void) => void setTimeout(done, 0) } =
  globalThis as { readonly setImmediate?: (done: () => void) => unknown }

const othersFirst = (): Promise<void> => new Promise((done) => void afterOthers(done))
