// When the person can be met, from the settings and what a call says instead. Pure.
import { z } from 'zod'
import type { CalendarSettings } from '../../contract/policy/config/calendar-settings.ts'
import { zoneOf } from './calendar-args.ts'
import type { CalendarEvent } from './calendar-event.ts'
import type { WorkingHours } from './open-slots.ts'

export const clockArg = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'a time such as 09:00')
  .optional()

const minutesOf = (clock: string): number => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

export function hoursOf(
  settings: CalendarSettings,
  from: string | undefined,
  to: string | undefined,
): WorkingHours {
  const { workingHours } = settings
  return {
    from: minutesOf(from ?? workingHours.from),
    to: minutesOf(to ?? workingHours.to),
    days: workingHours.days,
    zone: zoneOf(settings),
  }
}

/** An event that its person would move: by a word in its title, or because it is not certain. */
export function isSoft(event: CalendarEvent, words: readonly string[]): boolean {
  const title = event.title.toLowerCase()
  return event.tentative || words.some((word) => title.includes(word.toLowerCase()))
}

export const busyEvents = (
  events: readonly CalendarEvent[],
  softAreFree: boolean,
  words: readonly string[],
): readonly CalendarEvent[] =>
  events.filter((event) => event.busy && !(softAreFree && isSoft(event, words)))
