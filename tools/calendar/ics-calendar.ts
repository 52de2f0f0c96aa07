// A calendar file (RFC 5545) as events. What cannot be read is said and left out; the rest counts.
import ICAL from 'ical.js'
import type { CalendarEvent, Period } from './calendar-event.ts'
import { movedFrom, occurrencesOf } from './ics-series.ts'
import type { FileZones } from './ics-times.ts'

export type IcsFile = { readonly text: string; readonly name: string }
export type IcsEvents = {
  readonly events: readonly CalendarEvent[]
  /** Sentences about what was left out. */
  readonly left: readonly string[]
}
export type IcsContext = {
  readonly within: Period
  /** IANA zone for times without one. */
  readonly zone: string
  /** Between slices of work, so that nobody waits for a large file. Must not reject. */
  readonly rest: () => Promise<void>
}

const MOST_EVENTS = 20_000
const EVENTS_AT_ONCE = 20

/** Never throws for what a file may hold. */
export async function eventsOfFile(
  { text, name }: IcsFile,
  { within, zone, rest }: IcsContext,
): Promise<IcsEvents> {
  if (!/^BEGIN:VCALENDAR\s*$/im.test(text))
    return { events: [], left: [`${name} is no calendar file.`] }
  const calendar = /^X-WR-CALNAME(?:;[^:\r\n]*)?:(.{1,200})$/im.exec(text)?.[1]?.trim() ?? name
  const zones = zonesOf(text)
  const blocks = blocksOf(text, 'VEVENT')
  const read: ICAL.Component[] = []
  let broken = 0
  for (const [at, block] of blocks.slice(0, MOST_EVENTS).entries()) {
    if (at % EVENTS_AT_ONCE === EVENTS_AT_ONCE - 1) await rest()
    const event = componentOf(block)
    if (event === null) broken += 1
    else read.push(event)
  }
  const series = new Map(
    read
      .filter((event) => !event.hasProperty('recurrence-id'))
      .map((event) => [uidOf(event), event]),
  )
  const moved = new Map<string, Set<string>>()
  for (const event of read) {
    const from = movedFrom(event, series.get(uidOf(event)), { zones, zone })
    if (from === null) continue
    const known = moved.get(uidOf(event))
    if (known === undefined) moved.set(uidOf(event), new Set([from]))
    else known.add(from)
  }
  const events: CalendarEvent[] = []
  const cut: string[] = []
  for (const [at, event] of read.entries()) {
    if (at % EVENTS_AT_ONCE === EVENTS_AT_ONCE - 1) await rest()
    const uid = uidOf(event)
    const alone = event.hasProperty('recurrence-id')
    try {
      const found = await occurrencesOf(event, within, {
        zones,
        zone,
        rest,
        moved: alone ? new Set() : (moved.get(uid) ?? new Set()),
      })
      if (found.cut) cut.push(textOf(event, 'summary') || 'an event without a title')
      for (const { at: startedAs, ...occurrence } of found.occurrences)
        events.push({ ...factsOf(event, calendar), id: `${uid}@${startedAs}`, ...occurrence })
    } catch {
      broken += 1
    }
  }
  const left = [
    ...(broken === 0 ? [] : [`${name}: ${broken} entries cannot be read and are left out.`]),
    ...(blocks.length > MOST_EVENTS
      ? [`${name}: only the first ${MOST_EVENTS} of ${blocks.length} entries were read.`]
      : []),
    ...cut
      .slice(0, 3)
      .map((title) => `${name}: “${title}” repeats too often; later occurrences are left out.`),
  ]
  return { events, left }
}

/** `BEGIN:NAME` to `END:NAME`, each with what is in it. */
const blocksOf = (text: string, name: string): readonly string[] =>
  text.match(new RegExp(`^BEGIN:${name}[ \\t]*\\r?\\n[\\s\\S]*?^END:${name}[ \\t]*$`, 'gim')) ?? []

function componentOf(block: string): ICAL.Component | null {
  try {
    return new ICAL.Component(ICAL.parse(block.trim()) as [string, unknown[], unknown[]])
  } catch {
    return null
  }
}

function zonesOf(text: string): FileZones {
  const zones = new Map<string, ICAL.Timezone>()
  for (const block of blocksOf(text, 'VTIMEZONE').slice(0, 100)) {
    const component = componentOf(block)
    if (component === null) continue
    const zone = new ICAL.Timezone(component)
    zones.set(zone.tzid, zone)
  }
  return zones
}

const textOf = (event: ICAL.Component, name: string): string => {
  const value = event.getFirstPropertyValue(name)
  return typeof value === 'string' ? value : ''
}

const uidOf = (event: ICAL.Component): string => textOf(event, 'uid').slice(0, 500)

function factsOf(
  event: ICAL.Component,
  calendar: string,
): Omit<CalendarEvent, 'id' | 'start' | 'end' | 'allDay'> {
  const status = textOf(event, 'status').toUpperCase()
  const free = textOf(event, 'transp').toUpperCase() === 'TRANSPARENT'
  return {
    calendar,
    title: textOf(event, 'summary'),
    location: textOf(event, 'location'),
    description: textOf(event, 'description'),
    busy: !free && status !== 'CANCELLED',
    tentative: status === 'TENTATIVE',
  }
}
