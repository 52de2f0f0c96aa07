// The calendars that are set up, whatever they are stored in: what reading them touches, and what is
// in them. A source that cannot be read fails the whole: what is busy must not look free.
import { failure, type Failure } from '../../contract/failure.ts'
import type { Powers } from '../../contract/call/powers/powers.ts'
import type { TouchOf } from '../../contract/call/touch.ts'
import type { Services } from '../../contract/policy/config/services.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { openAsker, touchesOf, type Ask, type Asker } from '../service/ask.ts'
import { asList, asObject, asText } from '../service/service-tool.ts'
import { calendarService } from '../service/services.ts'
import type { CalendarEvent, Period } from './calendar-event.ts'
import { zoneOf } from './calendar-args.ts'
import {
  anyEvents,
  busyOf,
  busyTimes,
  calendarList,
  eventsOf,
  googleEvent,
  isCalendarId,
} from './google-events.ts'

export type CalendarNeed = 'net.fetch' | 'secrets.get' | 'fs.read'
export type CalendarPowers = { readonly [K in CalendarNeed]: Powers[K] }
type Context = { readonly power: CalendarPowers; readonly signal: AbortSignal }

export type CalendarQuery = {
  readonly within: Period
  /** By name or id; left out: the main one, and every file. */
  readonly calendar?: string | undefined
  readonly provider?: 'google' | 'files' | undefined
  /** Words that Google looks for itself. */
  readonly words?: string | undefined
  /** Whose busy times are asked for too. */
  readonly people?: readonly string[]
}

export type FoundEvents = {
  /** In the order of their start. */
  readonly events: readonly CalendarEvent[]
  /** Sentences about what was left out. */
  readonly left: readonly string[]
}

const MOST_PAGES = 8
const FILE_BYTES = 5 * 1024 * 1024

const files = ({ calendar }: Services, provider: CalendarQuery['provider']) =>
  calendar.provider === 'google' || provider === 'google' ? [] : calendar.files
const asksGoogle = ({ calendar }: Services, provider: CalendarQuery['provider']): boolean =>
  calendar.provider !== 'files' && provider !== 'files'

/** What this query reaches, before anything is read. */
export function calendarTouches(
  services: Services,
  query: CalendarQuery,
): readonly TouchOf<CalendarNeed>[] {
  const service = calendarService(services)
  const { within, calendar = 'primary', provider, people = [] } = query
  const plan: readonly Ask[] = asksGoogle(services, provider)
    ? [
        ...(isCalendarId(calendar)
          ? [eventsOf(service, calendar, within, wordsOf(query))]
          : [calendarList(service), anyEvents(service)]),
        ...(people.length === 0 ? [] : [busyOf(service, people, within)]),
      ]
    : []
  const paths = new Set(files(services, provider).map(({ path }) => path))
  return [
    ...touchesOf(plan),
    ...[...paths].map((path): TouchOf<'fs.read'> => ({ kind: 'fs.read', path })),
  ]
}

const wordsOf = ({ words }: CalendarQuery) => (words === undefined ? {} : { q: words })

/** The person's own events. Fails with `calendar.unknown` for a calendar that nobody knows. */
export async function readEvents(
  services: Services,
  query: CalendarQuery,
  context: Context,
): Promise<Result<FoundEvents, Failure>> {
  const { provider, calendar } = query
  const google = asksGoogle(services, provider)
    ? await googleEvents(services, query, openAsker(context))
    : ok({ events: [], left: [] })
  // One of several sources need not have it.
  const elsewhere = !google.ok && google.error.code === 'calendar.unknown'
  if (!google.ok && !elsewhere) return google
  const own = files(services, provider).filter(({ person }) => person === null)
  const stored = await fileEvents(services, own, query, context)
  if (!stored.ok) return stored
  const named = calendar === undefined || isCalendarId(calendar) ? null : calendar.toLowerCase()
  const inFiles = stored.value.events.filter(
    (event) => named === null || event.calendar.toLowerCase() === named,
  )
  if (elsewhere && inFiles.length === 0) return google
  const fromGoogle = google.ok ? google.value : { events: [], left: [] }
  return ok({
    events: [...fromGoogle.events, ...inFiles].toSorted((a, b) => a.start - b.start),
    left: [...fromGoogle.left, ...stored.value.left],
  })
}

/** Busy times of others, by address; null where nobody can say. */
export async function readBusy(
  services: Services,
  query: CalendarQuery & { readonly people: readonly string[] },
  context: Context,
): Promise<Result<ReadonlyMap<string, readonly Period[] | null>, Failure>> {
  const known = new Map<string, readonly Period[] | null>()
  const { people, within, provider } = query
  if (asksGoogle(services, provider)) {
    const answer = await openAsker(context)(busyOf(calendarService(services), people, within))
    if (!answer.ok) return answer
    for (const [person, periods] of busyTimes(answer.value.json, people)) known.set(person, periods)
  }
  for (const person of people) {
    const own = files(services, provider).filter(
      (file) => file.person?.toLowerCase() === person.toLowerCase(),
    )
    if (own.length === 0) continue
    const found = await fileEvents(services, own, query, context)
    if (!found.ok) return found
    if (found.value.left.length > 0) continue
    const busy = found.value.events.filter((event) => event.busy)
    known.set(person, [...(known.get(person) ?? []), ...busy])
  }
  return ok(new Map(people.map((person) => [person, known.get(person) ?? null])))
}

async function googleEvents(
  services: Services,
  query: CalendarQuery,
  ask: Asker,
): Promise<Result<FoundEvents, Failure>> {
  const service = calendarService(services)
  const { calendar = 'primary', within } = query
  const id = isCalendarId(calendar)
    ? ok(calendar)
    : await idOf(calendar, calendarList(service), ask)
  if (!id.ok) return id
  const events: CalendarEvent[] = []
  let pageToken: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const more = { ...wordsOf(query), ...(pageToken === undefined ? {} : { pageToken }) }
    const answer = await ask(eventsOf(service, id.value, within, more))
    if (!answer.ok) return answer
    const { items, nextPageToken } = asObject(answer.value.json)
    if (!Array.isArray(items)) return err(noList)
    for (const item of asList(items)) {
      const event = googleEvent(item, calendar, zoneOf(services.calendar))
      if (event !== null) events.push(event)
    }
    pageToken = asText(nextPageToken)
    if (pageToken === '') return ok({ events, left: [] })
  }
  return ok({ events, left: ['Google Calendar has more events; ask for fewer days.'] })
}

/** An answer without a list is no free day. */
const noList = failure(
  'service.answer',
  'Google Calendar answered without a list of events.',
  'Something else may answer at that address. Ask the person to check services.google.calendar.',
)

async function idOf(name: string, list: Ask, ask: Asker): Promise<Result<string, Failure>> {
  const answer = await ask(list)
  if (!answer.ok) return answer
  const all = asList(asObject(answer.value.json)['items'])
  const found = all.find((one) => asText(one['summary']).toLowerCase() === name.toLowerCase())
  if (found !== undefined) return ok(asText(found['id']))
  return err(
    failure(
      'calendar.unknown',
      `There is no calendar named ${name}.`,
      `Give one of: ${all.map((one) => asText(one['summary'])).join(', ')}.`,
    ),
  )
}

async function fileEvents(
  services: Services,
  from: Services['calendar']['files'],
  { within }: CalendarQuery,
  { power, signal }: Context,
): Promise<Result<FoundEvents, Failure>> {
  // With the library for such files, which nobody needs who has none.
  const { eventsOfFile } = await import('./ics-calendar.ts')
  const events: CalendarEvent[] = []
  const left: string[] = []
  for (const { path } of from) {
    if (signal.aborted) break
    const text = await power['fs.read'].readText(path, { maxBytes: FILE_BYTES })
    if (!text.ok) return text
    const name = path.slice(path.lastIndexOf('/') + 1)
    const found = await eventsOfFile(
      { text: text.value.text, name },
      { within, zone: zoneOf(services.calendar), rest },
    )
    events.push(...found.events)
    left.push(...found.left)
  }
  return ok({ events, left })
}

/** Lets others have their turn. */
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
