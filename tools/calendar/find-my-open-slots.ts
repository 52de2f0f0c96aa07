// Finds free time of the person within their working hours.
import { z } from 'zod'
import type { Services } from '../../contract/policy/config/services.ts'
import { ok } from '../../contract/result.ts'
import { oneLine } from '../service/action-args.ts'
import { lines } from '../service/service-tool.ts'
import {
  calendarArg,
  durationArg,
  endArg,
  isPeriod,
  periodOf,
  startArg,
  zoneOf,
} from './calendar-args.ts'
import { calendarTool } from './calendar-tool.ts'
import { readEvents } from './calendars.ts'
import { periodText } from './event-text.ts'
import { openSlots } from './open-slots.ts'
import { busyEvents, clockArg, hoursOf } from './slot-args.ts'

const USUAL_MINUTES = 30
const MOST = 100

export function findMyOpenSlots(services: Services) {
  const settings = services.calendar
  const zone = (): string => zoneOf(settings)
  return calendarTool(services, {
    manifest: {
      id: 'calendar.open-slots',
      name: 'find_my_open_slots',
      title: 'Find open time',
      description:
        'Find when the person is free within working hours, between two days. Soft blocks (focus time, events that are not certain) count as busy unless include_soft_blocks is true.',
    },
    input: z
      .strictObject({
        start_date: startArg,
        end_date: endArg,
        duration_minutes: durationArg,
        include_soft_blocks: z
          .boolean()
          .optional()
          .describe('Offer the time of soft blocks too; no if left out.'),
        soft_keywords: z
          .array(z.string().trim().min(1).max(50).refine(oneLine, 'one line'))
          .min(1)
          .max(20)
          .optional()
          .describe('Words in the title of a soft block; those of the settings if left out.'),
        calendar_name: calendarArg,
        working_hours_start: clockArg.describe('Instead of the start in the settings.'),
        working_hours_end: clockArg.describe('Instead of the end in the settings.'),
      })
      .superRefine(isPeriod(zone))
      .superRefine(({ working_hours_start, working_hours_end }, context) => {
        const { from, to } = hoursOf(settings, working_hours_start, working_hours_end)
        if (from < to) return
        const path = [working_hours_end === undefined ? 'working_hours_start' : 'working_hours_end']
        context.addIssue({ code: 'custom', path, message: 'the day has to end after it begins' })
      }),
    query: ({ start_date, end_date, calendar_name }) => ({
      within: periodOf(start_date, end_date, zone()),
      calendar: calendar_name,
    }),
    async run(given, query, context) {
      const found = await readEvents(services, query, context)
      if (!found.ok) return found
      const busy = busyEvents(
        found.value.events,
        given.include_soft_blocks === true,
        given.soft_keywords ?? settings.softWords,
      )
      const hours = hoursOf(settings, given.working_hours_start, given.working_hours_end)
      const least = (given.duration_minutes ?? USUAL_MINUTES) * 60_000
      const here = zone()
      const slots = openSlots(query.within, busy, hours, least)
      return ok({
        text: lines(
          `Times are of ${here}.`,
          slots.length === 0
            ? 'No free time that is long enough.'
            : slots
                .slice(0, MOST)
                .map((slot) => periodText(slot, here))
                .join('\n'),
          slots.length > MOST
            ? `${slots.length - MOST} more are left out: ask for fewer days.`
            : '',
          ...found.value.left,
        ),
        data: {
          slots: slots.slice(0, MOST).map(({ start, end }) => ({
            start: new Date(start).toISOString(),
            end: new Date(end).toISOString(),
          })),
        },
      })
    },
  })
}
