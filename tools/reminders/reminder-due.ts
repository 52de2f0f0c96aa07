// When a reminder is due: a day, a time of day in a zone, or a moment with its offset.
import { z } from 'zod'
import { isTimeZone } from '../../contract/policy/time-zone.ts'
import { localMoment } from '../../contract/schedule/local-moment.ts'

const form = /^\d{4}-\d\d-\d\d(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:Z|[+-]\d\d:\d\d)?)?$/

/** A day that there is, alone or with a time. */
const isDue = (text: string): boolean =>
  form.test(text) &&
  z.iso.date().safeParse(text.slice(0, 10)).success &&
  !Number.isNaN(Date.parse(text))

export const dueDate = z
  .string()
  .max(40)
  .refine(
    isDue,
    'a day such as 2026-11-24, or a time such as 2026-11-24T09:00 or 2026-11-24T09:00+01:00',
  )

export const zoneName = z.string().max(64).refine(isTimeZone, 'a time zone such as Europe/Berlin')

/** Of a day without a time: when people begin to look at such things. */
const MORNING = 'T09:00'

export function dueMoment(due: string, zone: string): number {
  if (!due.includes('T')) return localMoment(`${due}${MORNING}`, zone)
  return /(?:Z|[+-]\d\d:\d\d)$/.test(due) ? Date.parse(due) : localMoment(due, zone)
}
