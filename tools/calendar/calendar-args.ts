// What the tools for calendars take: days or moments, in the zone of the person.
import { z } from 'zod'
import type { CalendarSettings } from '../../contract/policy/config/calendar-settings.ts'
import { ownZone } from '../../contract/schedule/job-sentence.ts'
import { oneLine } from '../service/action-args.ts'
import type { Period } from './calendar-event.ts'
import { dayOf, momentOf } from './zoned-time.ts'

const WITH_OFFSET =
  /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

const isWhen = (text: string): boolean =>
  (DAY.test(text) || (WITH_OFFSET.test(text) && !Number.isNaN(Date.parse(text)))) &&
  dayOf(text.slice(0, 10)) !== null

/** A day, or a moment with its offset. */
export const whenArg = z
  .string()
  .max(40)
  .refine(isWhen, 'a day such as 2026-11-24, or a time such as 2026-11-24T10:00:00+01:00')

export const startArg = whenArg.describe('First day, or a time with its offset.')
export const endArg = whenArg.describe('Last day, which is included, or a time with its offset.')
export const providerArg = z
  .enum(['google', 'files'])
  .optional()
  .describe('Only this source, where several are set up.')
export const calendarArg = z
  .string()
  .min(1)
  .max(254)
  .refine(oneLine, 'one line')
  .optional()
  .describe('Only this calendar, by its name or id; your main one if left out.')
export const durationArg = z
  .int()
  .min(5)
  .max(1_440)
  .optional()
  .describe('Minutes that are needed; 30 if left out.')
export const addressArg = z
  .string()
  .max(254)
  .regex(/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,189}$/, 'one address alone')

export const zoneOf = ({ zone }: Pick<CalendarSettings, 'zone'>): string => zone ?? ownZone()

const LONGEST_MS = 370 * 86_400_000

/** The days as moments. The last day is whole. */
export function periodOf(start: string, end: string, zone: string): Period {
  const at = (text: string, days: number): number => {
    const day = DAY.test(text) ? dayOf(text) : null
    if (day === null) return Date.parse(text)
    return momentOf({ ...day, minutes: days * 1_440 }, zone)
  }
  return { start: at(start, 0), end: at(end, 1) }
}

/**
 * For `superRefine` of what has both days. The zone is asked for when there is something to check:
 * the first question for it costs the process some eight megabytes of calendars and words.
 */
export const isPeriod =
  (zone: () => string) =>
  (
    given: { readonly start_date?: string | undefined; readonly end_date?: string | undefined },
    context: z.RefinementCtx,
  ): void => {
    const { start_date, end_date } = given
    if (start_date === undefined || end_date === undefined) return
    const { start, end } = periodOf(start_date, end_date, zone())
    const message =
      end <= start
        ? 'not before start_date'
        : end - start > LONGEST_MS
          ? 'at most a year after start_date'
          : null
    if (message !== null) context.addIssue({ code: 'custom', path: ['end_date'], message })
  }
