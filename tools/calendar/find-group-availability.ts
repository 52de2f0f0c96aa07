// Finds times at which several people are free.
import { z } from 'zod'
import type { Services } from '../../contract/policy/config/services.ts'
import { ok } from '../../contract/result.ts'
import { lines } from '../service/service-tool.ts'
import {
  addressArg,
  durationArg,
  endArg,
  isPeriod,
  periodOf,
  startArg,
  zoneOf,
} from './calendar-args.ts'
import { calendarTool } from './calendar-tool.ts'
import { readBusy, readEvents } from './calendars.ts'
import { periodText } from './event-text.ts'
import { meetingsIn, openSlots } from './open-slots.ts'
import { busyEvents, hoursOf } from './slot-args.ts'

const USUAL_MINUTES = 30
const USUAL_SUGGESTIONS = 5

export function findGroupAvailability(services: Services) {
  const settings = services.calendar
  const zone = (): string => zoneOf(settings)
  return calendarTool(services, {
    manifest: {
      id: 'calendar.group-availability',
      name: 'find_group_availability',
      title: 'Find time for a group',
      description:
        'Find times at which the person and all participants are free, within the working hours of the person. Asks Google Calendar or calendar files when a participant is busy, and says of whom nothing is known.',
    },
    input: z
      .strictObject({
        participants: z
          .array(addressArg)
          .min(1)
          .max(40)
          .describe('The others, each by email address.'),
        start_date: startArg,
        end_date: endArg,
        duration_minutes: durationArg,
        include_my_soft_blocks: z
          .boolean()
          .optional()
          .describe('Offer the time of your soft blocks too; no if left out.'),
        max_suggestions: z
          .int()
          .min(1)
          .max(50)
          .optional()
          .describe('Times to suggest at most; 5 if left out.'),
      })
      .superRefine(isPeriod(zone)),
    query: ({ start_date, end_date, participants }) => ({
      within: periodOf(start_date, end_date, zone()),
      people: [...new Set(participants)],
    }),
    async run(given, query, context) {
      const mine = await readEvents(services, query, context)
      if (!mine.ok) return mine
      const people = query.people ?? []
      const others = await readBusy(services, { ...query, people }, context)
      if (!others.ok) return others
      const unknown = people.filter((person) => others.value.get(person) === null)
      const busy = [
        ...busyEvents(mine.value.events, given.include_my_soft_blocks === true, settings.softWords),
        ...[...others.value.values()].flatMap((periods) => periods ?? []),
      ]
      const length = (given.duration_minutes ?? USUAL_MINUTES) * 60_000
      const hours = hoursOf(settings, undefined, undefined)
      const slots = openSlots(query.within, busy, hours, length)
      const here = zone()
      const times = meetingsIn(slots, length, given.max_suggestions ?? USUAL_SUGGESTIONS)
      return ok({
        text: lines(
          `Times are of ${here}.`,
          times.length === 0
            ? 'There is no time at which all of them are free.'
            : times.map((time) => periodText(time, here)).join('\n'),
          unknown.length === 0
            ? null
            : `Nobody can say when these are free, so they are left out of it: ${unknown.join(', ')}.`,
          ...mine.value.left,
        ),
        data: {
          times: times.map(({ start, end }) => ({
            start: new Date(start).toISOString(),
            end: new Date(end).toISOString(),
          })),
          unknown,
        },
      })
    },
  })
}
