// What google_calendar takes: its actions, and which arguments go with which.
import { z } from 'zod'
import { isTimeZone } from '../../../contract/policy/time-zone.ts'
import {
  actionNames,
  changes,
  fitsAction,
  oneLine,
  reads,
  type ActionTable,
} from '../action-args.ts'

const about = ['description', 'location', 'timezone', 'attendees', 'all_day', 'send_updates']
const where = ['calendar_id']

export const calendarActions = {
  list_events: reads([], [...where, 'time_min', 'time_max', 'max_results', 'page']),
  get_event: reads(['event_id'], where),
  list_calendars: reads([], ['max_results', 'page']),
  create_event: changes(['summary', 'start', 'end'], [...where, ...about]),
  update_event: changes(['event_id'], [...where, 'summary', 'start', 'end', ...about]),
  delete_event: changes(['event_id'], [...where, 'send_updates']),
  rsvp: changes(['event_id', 'response'], [...where, 'send_updates']),
} satisfies ActionTable

// Of years that have the day after each of theirs in four digits too.
const WITH_OFFSET =
  /^[12]\d{3}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2})$/
const LOCAL = /^[12]\d{3}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}:\d{2}$/
const DAY = /^[12]\d{3}-\d{2}-\d{2}$/

/** The engine takes the 30th of February for the 2nd of March. */
const isTime = (text: string): boolean =>
  (WITH_OFFSET.test(text) || LOCAL.test(text) || DAY.test(text)) &&
  z.iso.date().safeParse(text.slice(0, 10)).success &&
  !Number.isNaN(Date.parse(text))
const time = z
  .string()
  .refine(isTime, 'a time such as 2026-11-24T10:00:00+01:00, or a date such as 2026-11-24')
const moment = z
  .string()
  .refine((text) => WITH_OFFSET.test(text) && isTime(text), 'a time with an offset or Z')
const zone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/, 'a zone such as Europe/Rome')
  .refine(isTimeZone, 'a zone that there is, such as Europe/Rome')
const email = z
  .string()
  .max(254)
  .regex(/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,189}$/, 'one address alone')

const given = z
  .strictObject({
    action: z.enum(actionNames(calendarActions)).describe('What to do.'),
    calendar_id: z
      .string()
      .regex(/^(?!\.+$)[A-Za-z0-9._@#-]{1,254}$/, 'the id of a calendar')
      .optional()
      .describe('Id of a calendar; primary if left out.'),
    event_id: z
      .string()
      .regex(/^[a-zA-Z0-9_-]{1,1024}$/, 'the id of an event')
      .optional()
      .describe('Id of an event, as the list shows it.'),
    time_min: moment.optional().describe('Events that end after this; now if left out.'),
    time_max: moment
      .optional()
      .describe('Events that begin before this; a week later if left out.'),
    max_results: z.int().min(1).max(100).optional().describe('Entries on a page; 20 if left out.'),
    page: z
      .string()
      .regex(/^[\w=+/-]{1,500}$/, 'the page that the answer before named')
      .optional()
      .describe('Which page, as the answer before names it.'),
    summary: z.string().min(1).max(500).refine(oneLine, 'one line').optional().describe('Title.'),
    description: z.string().max(8_000).optional().describe('More about it.'),
    location: z.string().max(500).refine(oneLine, 'one line').optional().describe('Where.'),
    start: time.optional().describe('When it begins.'),
    end: time.optional().describe('When it ends; of an all-day event the last day.'),
    timezone: zone.optional().describe('IANA zone, for times without an offset.'),
    attendees: z
      .array(email)
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Who is invited. update_event: everybody, because who is left out is no longer invited.',
      ),
    all_day: z.boolean().optional().describe('start and end are dates.'),
    response: z
      .enum(['accepted', 'declined', 'tentative'])
      .optional()
      .describe('rsvp: the answer.'),
    send_updates: z
      .enum(['all', 'externalOnly', 'none'])
      .optional()
      .describe('Who gets a message; all if somebody is invited, else none.'),
  })
  .superRefine(fitsAction(calendarActions))
  .superRefine(({ start, end, all_day, timezone }, context) => {
    for (const [name, value] of [['start', start] as const, ['end', end] as const]) {
      if (value === undefined) continue
      const wrong =
        all_day === true
          ? DAY.test(value)
            ? null
            : 'a date, because all_day is true'
          : DAY.test(value)
            ? 'a time, or all_day true'
            : LOCAL.test(value) && timezone === undefined
              ? 'a time with an offset, or give a timezone'
              : null
      if (wrong !== null) context.addIssue({ code: 'custom', path: [name], message: wrong })
    }
    if (start !== undefined && end !== undefined && Date.parse(end) < Date.parse(start))
      context.addIssue({ code: 'custom', path: ['end'], message: 'not before the start' })
  })
  .superRefine(({ time_min, time_max }, context) => {
    if (
      time_min !== undefined &&
      time_max !== undefined &&
      Date.parse(time_max) <= Date.parse(time_min)
    )
      context.addIssue({ code: 'custom', path: ['time_max'], message: 'after time_min' })
  })

const WEEK_MS = 7 * 86_400_000

/** When nothing is said, from now for a week: written into the arguments, so that it stays. */
export const calendarInput = given.transform((value) => {
  if (value.action !== 'list_events') return value
  const from = value.time_min ?? new Date().toISOString()
  return {
    ...value,
    time_min: from,
    time_max: value.time_max ?? new Date(Date.parse(from) + WEEK_MS).toISOString(),
  }
})
export type CalendarInput = z.infer<typeof given>

/** Who is written to. */
export const notifiedOf = ({
  send_updates,
  attendees,
}: Pick<CalendarInput, 'send_updates' | 'attendees'>): 'all' | 'externalOnly' | 'none' =>
  send_updates ?? (attendees === undefined ? 'none' : 'all')

export const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
