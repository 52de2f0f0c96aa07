// An event of any calendar, as the tools compare and show it.

export type CalendarEvent = {
  /** As its calendar calls it; the occurrences of one that repeats have one each. */
  readonly id: string
  /** The calendar it is in, by its name. */
  readonly calendar: string
  readonly title: string
  /** Epoch milliseconds; the end is the first moment that is free again. */
  readonly start: number
  readonly end: number
  readonly allDay: boolean
  readonly location: string
  readonly description: string
  /** Takes up the time of the person: neither cancelled, nor free, nor declined. */
  readonly busy: boolean
  /** It is busy, and its calendar says that it is not certain. */
  readonly tentative: boolean
}

export type Period = { readonly start: number; readonly end: number }

/** Busy times that overlap or touch, as one; in order. */
export function joinPeriods(all: readonly Period[]): readonly Period[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of all.toSorted((a, b) => a.start - b.start)) {
    if (end <= start) continue
    const last = joined.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}
