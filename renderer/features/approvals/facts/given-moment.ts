// A moment as a call gives it, in words a person reads. It says no less than what was given: an
// offset stays, and a text of any other form is shown as it is.
import { dateLocale } from '../../../ui/text/date-locale.ts'

const FORM = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?)?$/i

const day = new Intl.DateTimeFormat(dateLocale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `2026-12-01T09:00+01:00` as `Tue, 1 Dec 2026, 09:00 (+01:00)`; a day alone as `Tue, 1 Dec 2026`. */
export function givenMoment(text: string): string {
  const [, date, clock, seconds, fraction, offset] = FORM.exec(text) ?? []
  if (date === undefined) return text
  const at = Date.parse(`${date}T00:00:00Z`)
  // The 31st of a month of 30 days is none.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date) return text
  if (clock === undefined) return day.format(at)
  const exact =
    Number(`${seconds ?? '0'}${fraction ?? ''}`) === 0 ? '' : `:${seconds}${fraction ?? ''}`
  const zone = offset === undefined ? '' : ` (${/^z$/i.test(offset) ? 'UTC' : offset})`
  return `${day.format(at)}, ${clock}${exact}${zone}`
}
