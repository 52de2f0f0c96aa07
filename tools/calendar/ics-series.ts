// The occurrences of one event of a calendar file: once, or by its rules (RFC 5545, 3.8.5). Bounded,
// because a file may ask for one a second for ever.
import ICAL from 'ical.js'
import { clockOf, momentAt, onClock, type Clock, type FileZones } from './ics-times.ts'
import type { Period } from './calendar-event.ts'

export type Occurrence = Period & {
  readonly allDay: boolean
  /** As its clock shows the begin, to tell occurrences of one series apart. */
  readonly at: string
}

export type Series = {
  readonly occurrences: readonly Occurrence[]
  /** It repeats more often than was looked at. */
  readonly cut: boolean
}

const DAY_MS = 86_400_000
/** A daily event of 27 years; what is left of it is said. */
const MOST_STEPS = 10_000
/** Between two rests: some milliseconds of work. */
const STEPS_AT_ONCE = 100

/**
 * Those that reach into the period. `moved`: begins, as the clock shows them, that have an event of
 * their own. Throws on what is no event.
 */
export async function occurrencesOf(
  event: ICAL.Component,
  within: Period,
  { zones, zone, moved, rest }: SeriesContext,
): Promise<Series> {
  const first = event.getFirstProperty('dtstart')
  const start = first?.getFirstValue()
  if (first === null || !(start instanceof ICAL.Time)) throw new Error('It has no firstStart.')
  const clock = clockOf(first, zones, zone)
  const firstStart = onClock(start, clock)
  const lasts = lengthOf(event, firstStart, clock, { zones, zone })
  const occurrence = (time: ICAL.Time): Occurrence => {
    const from = momentAt(time, clock)
    return {
      start: from,
      end: lasts(time, from),
      allDay: time.isDate,
      at: firstStart.isDate ? time.toString().slice(0, 10) : time.toString(),
    }
  }
  const reaches = ({ start: from, end }: Period): boolean =>
    from < within.end && (end > within.start || (end === from && from >= within.start))

  if (!repeats(event)) {
    const once = occurrence(firstStart)
    return { occurrences: reaches(once) ? [once] : [], cut: false }
  }
  const expansion = new ICAL.RecurExpansion({
    component: onOneClock(event, clock, firstStart),
    dtstart: firstStart.clone(),
  })
  const found: Occurrence[] = []
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (step % STEPS_AT_ONCE === STEPS_AT_ONCE - 1) await rest()
    const next = expansion.next()
    if (!(next instanceof ICAL.Time)) return { occurrences: found, cut: false }
    const one = occurrence(next)
    if (one.start >= within.end) return { occurrences: found, cut: false }
    if (reaches(one) && !moved.has(one.at)) found.push(one)
  }
  return { occurrences: found, cut: true }
}

export type SeriesContext = {
  readonly zones: FileZones
  /** Of the person, for times without a zone. */
  readonly zone: string
  readonly moved: ReadonlySet<string>
  readonly rest: () => Promise<void>
}

const repeats = (event: ICAL.Component): boolean =>
  event.hasProperty('rrule') || event.hasProperty('rdate')

/** The end of an occurrence, from its start on the clock and as a moment. */
function lengthOf(
  event: ICAL.Component,
  firstStart: ICAL.Time,
  clock: Clock,
  { zones, zone }: Pick<SeriesContext, 'zones' | 'zone'>,
): (time: ICAL.Time, from: number) => number {
  const ending = event.getFirstProperty('dtend')
  const end = ending?.getFirstValue()
  if (ending !== null && end instanceof ICAL.Time) {
    if (firstStart.isDate) {
      const days = Math.max(1, end.subtractDateTz(firstStart).toSeconds() / 86_400)
      return (time) => momentAt(daysAfter(time, days), clock)
    }
    const first = momentAt(firstStart, clock)
    const lasts = Math.max(0, momentAt(end, clockOf(ending, zones, zone)) - first)
    return (_, from) => from + lasts
  }
  const duration = event.getFirstPropertyValue('duration')
  const seconds = duration instanceof ICAL.Duration ? Math.max(0, duration.toSeconds()) : null
  if (firstStart.isDate) {
    const days = seconds === null ? 1 : Math.max(1, Math.ceil(seconds / (DAY_MS / 1000)))
    return (time) => momentAt(daysAfter(time, days), clock)
  }
  return (_, from) => from + (seconds ?? 0) * 1000
}

function daysAfter(time: ICAL.Time, days: number): ICAL.Time {
  const later = time.clone()
  later.adjust(days, 0, 0, 0)
  return later
}

/** The rules of the event, with every time of them as its own clock shows it. */
function onOneClock(event: ICAL.Component, clock: Clock, firstStart: ICAL.Time): ICAL.Component {
  const plain = new ICAL.Component('vevent')
  // The library leaves the start out where there are days and no rule.
  if (!event.hasProperty('rrule')) plain.addPropertyWithValue('rdate', firstStart.clone())
  for (const property of event.getAllProperties('rrule')) {
    const rule = property.getFirstValue()
    if (!(rule instanceof ICAL.Recur)) continue
    const copy = rule.clone()
    if (copy.until !== null) copy.until = onClock(copy.until, clock)
    const created = new ICAL.Property('rrule')
    created.setValue(copy)
    plain.addProperty(created)
  }
  for (const name of ['rdate', 'exdate'] as const)
    for (const property of event.getAllProperties(name))
      for (const value of property.getValues()) {
        const time = value instanceof ICAL.Period ? value.start : value
        if (!(time instanceof ICAL.Time)) continue
        const created = new ICAL.Property(name)
        created.setValue(onClock(time, clock))
        plain.addProperty(created)
      }
  return plain
}

/** The start that an event replaces in its series; null: it replaces none. */
export function movedFrom(
  event: ICAL.Component,
  series: ICAL.Component | undefined,
  { zones, zone }: Pick<SeriesContext, 'zones' | 'zone'>,
): string | null {
  const property = event.getFirstProperty('recurrence-id')
  const time = property?.getFirstValue()
  if (!(time instanceof ICAL.Time)) return null
  const begins = series?.getFirstProperty('dtstart')
  const plain =
    begins === undefined || begins === null ? time : onClock(time, clockOf(begins, zones, zone))
  return plain.isDate ? plain.toString().slice(0, 10) : plain.toString()
}
