// A time of an event as a person reads it. What is written is not moved to another zone: the card shows
// what would be sent, and the zone beside it.
const WRITTEN =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `Tue, 1 Dec 2026, 09:00 (UTC)`; as it is where it has another form. */
export function eventTime(text: string): string {
  const [, year = '', month = '', day = '', time, offset] = WRITTEN.exec(text) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const [weekday, named] = [DAYS[date.getUTCDay()], MONTHS[Number(month) - 1]]
  // Of a day that no month has, the calendar would make another one.
  if (weekday === undefined || named === undefined || date.getUTCDate() !== Number(day)) return text
  const zone = offset === undefined ? '' : ` (${offset === 'Z' ? 'UTC' : offset})`
  return (
    [`${weekday}, ${Number(day)} ${named} ${year}`, ...(time === undefined ? [] : [time])].join(
      ', ',
    ) + zone
  )
}
