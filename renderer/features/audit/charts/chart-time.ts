// Times of charts: on their axis, and in the query that a column leads to.
import { dateLocale } from '../../../ui/text/date-locale.ts'
const aMinute = 60_000
const hour = new Intl.DateTimeFormat(dateLocale, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})
const day = new Intl.DateTimeFormat(dateLocale, { day: 'numeric', month: 'short' })

/** What is below a column of that width in milliseconds. */
export const dayOrHour = (width: number, at: number): string =>
  (width > 12 * 60 * aMinute ? day : hour).format(at)

/** The terms of a query for that time. */
export const duringText = (start: number, end: number): string =>
  `after:${timeWord(start)} before:${timeWord(end)}`

/** Local time to the minute, as the query writes it. */
function timeWord(at: number): string {
  const time = new Date(at)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}T${two(time.getHours())}:${two(time.getMinutes())}`
}
