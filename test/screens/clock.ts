// The time in the pictures: always the same Saturday afternoon.
const BEGINS = Date.UTC(2026, 10, 21, 14, 30)
const HOUR_MS = 3_600_000

export type Clock = { lateMs(hoursAgo: number): number }

/** Begins now, and goes on as fast as any clock. */
export function openClock(): Clock {
  const late = BEGINS - Date.now()
  return { lateMs: (hoursAgo) => late - hoursAgo * HOUR_MS }
}
