// Time that a run is at work: it does not go on while a call waits for a person.

export type WorkClock = {
  /** Said whenever it may have changed. */
  waits(held: boolean): void
  /** Milliseconds of work so far. */
  read(): number
}

export function openWorkClock(now: () => number): WorkClock {
  const startedAt = now()
  let waited = 0
  let since: number | null = null
  return {
    waits(held) {
      if (held) since ??= now()
      else if (since !== null) {
        waited += Math.max(0, now() - since)
        since = null
      }
    },
    read: () => Math.max(0, (since ?? now()) - startedAt - waited),
  }
}

/** The day of this machine that a moment lies in, as 2026-11-26. */
export function dayOf(epochMs: number): string {
  const date = new Date(epochMs)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
