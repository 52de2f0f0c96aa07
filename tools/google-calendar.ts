// Events of Google Calendar, by its API v3. By hand for the same reasons as mail.
import { failure } from '../contract/failure.ts'
import type { JsonObject } from '../contract/json.ts'
import { assertNever } from '../contract/never.ts'
import { err, ok } from '../contract/result.ts'
import type { Services } from '../contract/policy/config/services.ts'
import type { Ask, Asker, Service } from './service/ask.ts'
import {
  calendarActions,
  calendarInput,
  dayAfter,
  notifiedOf,
  type CalendarInput,
} from './service/calendar/input.ts'
import { eventLine, wholeEvent } from './service/calendar/text.ts'
import { asList, asObject, asText, lines, serviceTool } from './service/service-tool.ts'
import { calendarService } from './service/services.ts'

const PAGE = 20

function requests(service: Service, given: CalendarInput): readonly Ask[] {
  const calendar = given.calendar_id ?? 'primary'
  const events = ['calendars', calendar, 'events']
  const one = [...events, given.event_id ?? '']
  const query = { sendUpdates: notifiedOf(given) }
  const recipients = notifiedOf(given) === 'none' ? {} : { recipients: given.attendees ?? [] }
  switch (given.action) {
    case 'list_calendars':
      return [
        {
          service,
          method: 'GET',
          path: ['users', 'me', 'calendarList'],
          query: { maxResults: given.max_results ?? PAGE, pageToken: given.page },
        },
      ]
    case 'list_events':
      return [
        {
          service,
          method: 'GET',
          path: events,
          query: {
            timeMin: given.time_min,
            timeMax: given.time_max,
            singleEvents: true,
            orderBy: 'startTime',
            maxResults: given.max_results ?? PAGE,
            pageToken: given.page,
          },
        },
      ]
    case 'get_event':
      return [{ service, method: 'GET', path: one }]
    case 'create_event':
      return [{ service, method: 'POST', path: events, query, body: bodyOf(given), ...recipients }]
    case 'update_event':
      return [{ service, method: 'PATCH', path: one, query, body: bodyOf(given), ...recipients }]
    case 'delete_event':
      return [{ service, method: 'DELETE', path: one, query }]
    case 'rsvp':
      return [
        { service, method: 'GET', path: one },
        { service, method: 'PATCH', path: one, query },
      ]
    default:
      return assertNever(given.action, 'requests')
  }
}

/**
 * Only what was given. The end of a whole day is the first that is free again. A change leaves what it
 * does not name, so that an event of whole days that gets hours loses its dates only where they are
 * taken out by name, and the other way round.
 */
function bodyOf(given: CalendarInput): JsonObject {
  const changes = given.action === 'update_event'
  const at = (time: string): JsonObject =>
    given.all_day === true
      ? { date: time, ...(changes ? { dateTime: null, timeZone: null } : {}) }
      : {
          dateTime: time,
          ...(given.timezone === undefined ? {} : { timeZone: given.timezone }),
          ...(changes ? { date: null } : {}),
        }
  const { summary, description, location, start, end, attendees } = given
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(location === undefined ? {} : { location }),
    ...(start === undefined ? {} : { start: at(start) }),
    ...(end === undefined ? {} : { end: at(given.all_day === true ? dayAfter(end) : end) }),
    ...(attendees === undefined ? {} : { attendees: attendees.map((email) => ({ email })) }),
  }
}

async function rsvp(given: CalendarInput, ask: Asker, [read, change]: readonly Ask[]) {
  if (read === undefined || change === undefined) return ok({ text: '' })
  const found = await ask(read)
  if (!found.ok) return found
  const attendees = asList(asObject(found.value.json)['attendees'])
  if (!attendees.some(({ self }) => self === true))
    return err(
      failure(
        'calendar.not-invited',
        'The person is not invited to this event, so there is nothing to answer.',
        'Read the event again.',
      ),
    )
  const answered = await ask({
    ...change,
    body: {
      attendees: attendees.map((one) =>
        one['self'] === true ? { ...one, responseStatus: given.response ?? 'needsAction' } : one,
      ),
    },
  })
  return answered.ok ? ok({ text: `Answered: ${given.response ?? ''}.` }) : answered
}

const verbs: { readonly [A in CalendarInput['action']]: string } = {
  list_events: 'List the events of',
  get_event: 'Read an event of',
  list_calendars: 'List',
  create_event: 'Create the event',
  update_event: 'Change the event',
  delete_event: 'Delete the event',
  rsvp: 'Answer the invitation to',
}

const notifiedWords = {
  all: 'Everyone invited gets a message',
  externalOnly: 'Only those outside of Google Calendar get a message',
  none: 'Nobody gets a message',
} as const

export function googleCalendar(services: Services) {
  const service = calendarService(services)
  return serviceTool({
    manifest: {
      id: 'calendar.google',
      name: 'google_calendar',
      title: 'Google Calendar',
      description:
        'Read and change events of the person. Times are RFC 3339 such as 2026-11-24T10:00:00+01:00, or local with a timezone; days of an all-day event are dates, the last one included. Lists come in pages.',
      category: 'comms',
      dataAccess: ['network', 'credentials', 'calendar'],
      defaultPolicy: { effect: 'confirm', scope: 'reading is allowed; each change is confirmed' },
      redaction: { args: [], result: [], journal: ['/description'] },
      perMinute: 60,
      chars: 20_000,
    },
    requires: [service],
    actions: calendarActions,
    input: calendarInput,
    plan: (given) => requests(service, given),
    async run(given, ask, plan) {
      if (given.action === 'rsvp') return rsvp(given, ask, plan)
      const [first] = plan
      if (first === undefined) return ok({ text: '' })
      const answer = await ask(first)
      if (!answer.ok) return answer
      const one = asObject(answer.value.json)
      if (given.action === 'delete_event') return ok({ text: 'Deleted.' })
      if (given.action !== 'list_events' && given.action !== 'list_calendars')
        return ok({ text: wholeEvent(one), data: { id: asText(one['id']) } })
      const all = asList(one['items'])
      const next = asText(one['nextPageToken'])
      return ok({
        text: lines(
          all.length === 0 ? 'None.' : all.map(eventLine).join('\n'),
          next === '' ? null : `There is more: call again with page ${next}.`,
        ),
        data: { entries: all.map((entry) => asText(entry['id'])), next },
      })
    },
    facts: (given) => ({
      kind: 'event',
      verb: verbs[given.action],
      target:
        given.summary ??
        given.event_id ??
        (given.action === 'list_calendars' ? 'your calendars' : 'your calendar'),
      calendar: given.calendar_id ?? 'primary',
      ...(given.event_id === undefined ? {} : { event: given.event_id }),
      ...(given.response === undefined ? {} : { response: given.response }),
      start: given.start ?? null,
      end: given.end ?? null,
      zone: given.timezone ?? null,
      invited: given.attendees ?? [],
      notified: notifiedWords[notifiedOf(given)],
      location: given.location ?? '',
      description: given.description ?? '',
    }),
  })
}
