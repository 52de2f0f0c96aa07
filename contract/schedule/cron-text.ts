// The common cron expressions in words: a person reads `every Monday to Friday at 08:00` where they would
// have to work out `0 8 * * 1-5`. Pure.

const DAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
const SHORT = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/**
 * The five fields in words, such as `every day at 08:00` or `every hour at :30`. Null where they say more than a
 * sentence holds: the expression itself is shown then, and never a part of what it means.
 */
export function cronText(expression: string): string | null {
  const [minute, hour, date, month, day, ...rest] = expression.trim().split(/\s+/)
  if (
    minute === undefined ||
    hour === undefined ||
    date === undefined ||
    day === undefined ||
    month !== '*' ||
    rest.length > 0
  )
    return null
  const step = /^\*\/(\d{1,2})$/.exec(minute)?.[1]
  if (hour === '*' && date === '*' && day === '*') {
    if (minute === '*') return 'every minute'
    if (step !== undefined) return evenly(Number(step))
    const minutes = numberOf(minute, 59)
    return minutes === null ? null : `every hour at :${two(minutes)}`
  }
  const [at, minutes] = [timesOf(hour), numberOf(minute, 59)]
  if (at === null || minutes === null) return null
  const times = listed(at.map((each) => `${two(each)}:${two(minutes)}`))
  if (date === '*' && day === '*') return `every day at ${times}`
  if (date === '*') {
    const days = daysOf(day)
    return days === null ? null : `every ${days} at ${times}`
  }
  // With both given it is either of them; a month without such a day is passed over.
  const of = day === '*' ? numberOf(date, 28) : null
  return of === null || of === 0 ? null : `on day ${of} of every month at ${times}`
}

/** Steps that do not divide an hour are not the same distance apart. */
const evenly = (step: number): string | null =>
  step > 1 && 60 % step === 0 && step < 60 ? `every ${step} minutes` : null

function daysOf(field: string): string | null {
  const range = /^(\w+)-(\w+)$/.exec(field)
  if (range !== null) {
    const [from, to] = [dayOf(range[1] ?? ''), dayOf(range[2] ?? '')]
    return from === null || to === null || from >= to ? null : `${DAYS[from]} to ${DAYS[to]}`
  }
  const days = field.split(',').map(dayOf)
  const named = days.flatMap((each) => (each === null ? [] : [DAYS[each] ?? '']))
  return named.length === days.length ? listed(named) : null
}

/** 0 and 7 are both Sunday. */
function dayOf(field: string): number | null {
  const named = SHORT.findIndex((name) => name === field.toLowerCase())
  return named >= 0 ? named : numberOf(field, 7)
}

function timesOf(field: string): readonly number[] | null {
  const hours = field.split(',').map((each) => numberOf(each, 23))
  const known = hours.filter((each) => each !== null)
  return known.length === hours.length ? known : null
}

function numberOf(field: string, most: number): number | null {
  const value = /^\d{1,2}$/.test(field) ? Number(field) : most + 1
  return value <= most ? value : null
}

const two = (value: number): string => String(value).padStart(2, '0')

/** `a`, `a and b`, `a, b and c`. */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
