// Counts the time in which a run works, and calls once when it is used up. Waiting for a person, for
// a place or for sub-agents is no work, so nothing that is held can run out of time.

export type TimeLimit = { go(): void; pause(): void }

/** @param now milliseconds that never jump. Paused at first. */
export function openTimeLimit(mostMs: number, now: () => number, over: () => void): TimeLimit {
  let spent = 0
  let since: number | null = null
  let timer: NodeJS.Timeout | null = null
  const pause = (): void => {
    if (since === null) return
    spent += now() - since
    since = null
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  return {
    go() {
      if (since !== null) return
      since = now()
      timer = setTimeout(
        () => {
          pause()
          over()
        },
        Math.max(0, Math.min(mostMs - spent, LONGEST_TIMER)),
      )
      timer.unref()
    },
    pause,
  }
}

const LONGEST_TIMER = 2_147_483_647
