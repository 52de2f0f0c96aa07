// Times of a calendar file as moments. A zone is looked up by its name; where nobody knows the
// name, the file's own description of it counts.
import ICAL from 'ical.js'
import { isTimeZone } from '../../contract/policy/time-zone.ts'
import { momentOf, wallTimeOf } from './zoned-time.ts'

/** Zones that a file describes itself, by the names it gives them. */
export type FileZones = ReadonlyMap<string, ICAL.Timezone>

/** Where the clock is that shows a time without a zone: its name, or the file's own zone. */
export type Clock =
  | { readonly kind: 'utc' }
  | { readonly kind: 'named'; readonly zone: string }
  | { readonly kind: 'described'; readonly zone: ICAL.Timezone }

const isUtc = (time: ICAL.Time): boolean => time.zone === ICAL.Timezone.utcTimezone

export function clockOf(property: ICAL.Property, zones: FileZones, usual: string): Clock {
  const value = property.getFirstValue()
  if (value instanceof ICAL.Time && isUtc(value)) return { kind: 'utc' }
  const named = property.getParameter('tzid')
  const name = Array.isArray(named) ? named[0] : named
  if (name === undefined) return { kind: 'named', zone: usual }
  if (isTimeZone(name)) return { kind: 'named', zone: name }
  const zone = zones.get(name)
  return zone === undefined ? { kind: 'named', zone: usual } : { kind: 'described', zone }
}

/** Epoch milliseconds of what the clock shows; of a day, its midnight. */
export function momentAt(time: ICAL.Time, clock: Clock): number {
  const { year, month, day, hour, minute, second } = time
  const shown = { year, month, day, minutes: hour * 60 + minute, seconds: second }
  if (isUtc(time) || clock.kind === 'utc') return momentOf(shown, 'UTC')
  if (clock.kind === 'named') return momentOf(shown, clock.zone)
  const zoned = time.clone()
  zoned.zone = clock.zone
  return zoned.toUnixTime() * 1000
}

/**
 * The same time as the clock shows it, without a zone: only what is on one clock can be compared
 * (the end of a series in UTC, say, with its start in Rome).
 */
export function onClock(time: ICAL.Time, clock: Clock): ICAL.Time {
  const plain = time.clone()
  plain.zone = ICAL.Timezone.localTimezone
  if (!isUtc(time) || clock.kind === 'utc') return plain
  const at = momentOf(
    {
      year: time.year,
      month: time.month,
      day: time.day,
      minutes: time.hour * 60 + time.minute,
      seconds: time.second,
    },
    'UTC',
  )
  if (clock.kind === 'described') {
    const there = time.convertToZone(clock.zone)
    there.zone = ICAL.Timezone.localTimezone
    return there
  }
  const { minutes, seconds, ...date } = wallTimeOf(at, clock.zone)
  return ICAL.Time.fromData({
    ...date,
    hour: Math.floor(minutes / 60),
    minute: minutes % 60,
    second: seconds,
    isDate: false,
  })
}
