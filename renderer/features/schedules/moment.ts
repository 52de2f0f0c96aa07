// Moments of this screen in few words.
import { dateLocale } from '../../ui/text/date-locale.ts'
const near = new Intl.DateTimeFormat(dateLocale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

/** `Mon, 23 Nov, 09:00`. */
export const momentShort = (at: number): string => near.format(at)

const day = new Intl.DateTimeFormat(dateLocale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})

const time = new Intl.DateTimeFormat(dateLocale, {
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

/** `09:00`. */
export const timeShort = (at: number): string => time.format(at)

/** `Mon, 23 Nov`: where marks of the time line lie days apart. */
export const dayShort = (at: number): string => day.format(at)

/** As a field for date and time holds it, in the zone of this window. */
export function fieldOf(at: number): string {
  const date = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}
