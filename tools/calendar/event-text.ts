// Events and free times as a model reads them. Pure.
import { cutAt, lines } from '../service/service-tool.ts'
import type { CalendarEvent, Period } from './calendar-event.ts'
import { clockText } from './zoned-time.ts'

const MOST = 200

/** `2026-11-24 10:00 to 11:00`, with the second day where it is another. */
export function periodText({ start, end }: Period, zone: string): string {
  const from = clockText(start, zone)
  const to = clockText(end, zone)
  return `${from} to ${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to}`
}

function whenText(event: CalendarEvent, zone: string): string {
  if (!event.allDay) return periodText(event, zone)
  const first = clockText(event.start, zone).slice(0, 10)
  const last = clockText(event.end - 1, zone).slice(0, 10)
  return first === last ? `${first}, all day` : `${first} to ${last}, all day`
}

const eventText = (event: CalendarEvent, zone: string): string =>
  lines(
    `${whenText(event, zone)}: ${event.title || 'without a title'} (${event.calendar}, id ${event.id})${event.busy ? (event.tentative ? ', not certain' : '') : ', free'}`,
    event.location === '' ? null : `  Where: ${cutAt(event.location, 200)}`,
    event.description === '' ? null : `  ${cutAt(event.description.replaceAll(/\s+/g, ' '), 300)}`,
  )

export function eventsText(
  events: readonly CalendarEvent[],
  left: readonly string[],
  zone: string,
): string {
  const shown = events.slice(0, MOST)
  return lines(
    `Times are of ${zone}.`,
    shown.length === 0 ? 'No events.' : shown.map((event) => eventText(event, zone)).join('\n'),
    events.length > MOST ? `${events.length - MOST} more are left out: ask for fewer days.` : null,
    ...left,
  )
}
