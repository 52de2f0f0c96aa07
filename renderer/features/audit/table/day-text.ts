// Days, where a time alone would not say which. Pure.
import { strings } from '../strings.ts'
import { dateLocale } from '../../../ui/text/date-locale.ts'

const whole = new Intl.DateTimeFormat(dateLocale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const withYear = new Intl.DateTimeFormat(dateLocale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

export const isSameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString()

/** `Today`, `Yesterday`, `Friday, 20 November`; of another year with the year. */
export function dayTitle(at: number, now: number): string {
  if (isSameDay(at, now)) return strings.today
  const before = new Date(now)
  before.setDate(before.getDate() - 1)
  if (isSameDay(at, before.getTime())) return strings.yesterday
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return (sameYear ? whole : withYear).format(at)
}
