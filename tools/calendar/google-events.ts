// Events and busy times of Google Calendar: the requests, and what their answers say. Pure.
import type { Json, JsonObject } from '../../contract/json.ts'
import type { Ask, Service } from '../service/ask.ts'
import { asList, asObject, asText } from '../service/service-tool.ts'
import type { CalendarEvent, Period } from './calendar-event.ts'
import { dayOf, momentOf } from './zoned-time.ts'

const iso = (at: number): string => new Date(at).toISOString()

/** Google's own words for a calendar, which need no look-up. */
export const isCalendarId = (name: string): boolean =>
  name === 'primary' || /^[A-Za-z0-9._#-]+@[A-Za-z0-9.-]+$/.test(name)

export const calendarList = (service: Service): Ask => ({
  service,
  method: 'GET',
  path: ['users', 'me', 'calendarList'],
  query: { maxResults: 250 },
})

/** Any calendar of the account, by an id that the list gave. */
export const anyEvents = (service: Service): Ask => ({
  service,
  method: 'GET',
  path: ['calendars'],
  below: true,
})

export const eventsOf = (
  service: Service,
  calendar: string,
  { start, end }: Period,
  more: { readonly q?: string; readonly pageToken?: string } = {},
): Ask => ({
  service,
  method: 'GET',
  path: ['calendars', calendar, 'events'],
  below: true,
  query: {
    timeMin: iso(start),
    timeMax: iso(end),
    singleEvents: true,
    orderBy: 'startTime',
    maxResults: 250,
    ...more,
  },
})

export const busyOf = (
  service: Service,
  people: readonly string[],
  { start, end }: Period,
): Ask => ({
  service,
  method: 'POST',
  path: ['freeBusy'],
  body: { timeMin: iso(start), timeMax: iso(end), items: people.map((id) => ({ id })) },
})

/** Null: an entry without a time. */
export function googleEvent(
  event: JsonObject,
  calendar: string,
  zone: string,
): CalendarEvent | null {
  const start = timeOf(event['start'], zone)
  const end = timeOf(event['end'], zone)
  if (start === null || end === null) return null
  const own = asList(event['attendees']).find(({ self }) => self === true)
  const answer = asText(own?.['responseStatus'])
  const busy =
    event['transparency'] !== 'transparent' &&
    event['status'] !== 'cancelled' &&
    answer !== 'declined'
  return {
    id: asText(event['id']),
    calendar,
    title: asText(event['summary']),
    start: start.at,
    end: end.at,
    allDay: start.day,
    location: asText(event['location']),
    description: asText(event['description']),
    busy,
    tentative: event['status'] === 'tentative' || answer === 'tentative',
  }
}

function timeOf(value: Json | undefined, zone: string): { at: number; day: boolean } | null {
  const { dateTime, date } = asObject(value)
  if (typeof dateTime === 'string') {
    const at = Date.parse(dateTime)
    return Number.isNaN(at) ? null : { at, day: false }
  }
  const day = typeof date === 'string' ? dayOf(date) : null
  return day === null ? null : { at: momentOf({ ...day, minutes: 0 }, zone), day: true }
}

/** Busy times by address; null: Google may not or cannot say. */
export function busyTimes(
  answer: Json,
  people: readonly string[],
): ReadonlyMap<string, readonly Period[] | null> {
  const calendars = asObject(asObject(answer)['calendars'])
  return new Map(
    people.map((person) => {
      const own = calendars[person]
      if (own === undefined || asList(asObject(own)['errors']).length > 0) return [person, null]
      const periods = asList(asObject(own)['busy']).map((one) => ({
        start: Date.parse(asText(one['start'])),
        end: Date.parse(asText(one['end'])),
      }))
      const whole = periods.every(({ start, end }) => !Number.isNaN(start) && !Number.isNaN(end))
      return [person, whole ? periods : null]
    }),
  )
}
