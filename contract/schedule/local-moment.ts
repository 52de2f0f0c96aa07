// When a date or a time of day is, in a time zone, with the hours that a change of the clock skips
// or repeats.

const DAY_MS = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}

/** What the clocks there show then, as if it were UTC. */
export function wallClock(at: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((one) => one.type === type)?.value ?? 0)
  return (
    Date.UTC(
      ...([part('year'), part('month') - 1, part('day')] as const),
      ...([part('hour'), part('minute'), part('second')] as const),
    ) +
    (((at % 1_000) + 1_000) % 1_000)
  )
}

/**
 * The moment at which the clocks there show this. Of an hour that comes twice, the first; of one that
 * is skipped, as long after the change as it would have been.
 * @param wall as if it were UTC.
 */
export function momentAt(wall: number, zone: string): number {
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((at) => wallClock(at, zone) - at)
  const fits = offsets.map((offset) => wall - offset).filter((at) => wallClock(at, zone) === wall)
  return fits.length > 0 ? Math.min(...fits) : wall - (offsets[0] ?? 0)
}

/** `2026-11-26`, `2026-11-26T09:00` or with seconds, without an offset. */
export const localMoment = (text: string, zone: string): number =>
  momentAt(Date.parse(`${text.includes('T') ? text : `${text}T00:00`}Z`), zone)

/** The first moment of the day after: until then the day is not over. */
export const endOfDay = (day: string, zone: string): number =>
  momentAt(Date.parse(`${day}T00:00Z`) + DAY_MS, zone)
