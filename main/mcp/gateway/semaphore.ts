// How many calls of one client run at once. The rest waits in line, and a line that is too long is
// refused.

export type Semaphore = {
  /** False: the line is full. `over` gives the turn back; more than once does nothing. */
  take(): Promise<{ over(): void } | null>
}

export function openSemaphore(atOnce: number, mostWaiting: number): Semaphore {
  let running = 0
  const waiting: (() => void)[] = []
  const slot = () => {
    let mine = true
    return {
      over() {
        if (!mine) return
        mine = false
        const next = waiting.shift()
        if (next === undefined) running -= 1
        else next()
      },
    }
  }
  return {
    take() {
      if (running < atOnce) {
        running += 1
        return Promise.resolve(slot())
      }
      if (waiting.length >= mostWaiting) return Promise.resolve(null)
      return new Promise((go) => waiting.push(() => go(slot())))
    },
  }
}
