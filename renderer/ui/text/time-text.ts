// Times and sizes in few words. Pure.
import { dateLocale } from './date-locale.ts'

/** `0:42`, `9:18`, `2:05:10`. Milliseconds in; never negative. */
export function clockSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number): string => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`
}

/** `12 ms`, `1.4 s`, `2 min 5 s`, `3 h 20 min`. Rounded first: never `60 s`. */
export function duration(ms: number): string {
  if (Math.round(ms) < 1_000) return `${Math.round(ms)} ms`
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** `just now`, `42 s ago`, `5 min ago`, `3 h ago`, `2 d ago`. */
export function ago(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  if (seconds < 5) return 'just now'
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  return `${Math.floor(seconds / 86_400)} d ago`
}

const time = new Intl.DateTimeFormat(dateLocale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const dateTime = new Intl.DateTimeFormat(dateLocale, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hour12: false,
})

export const clockTime = (at: number): string => time.format(at)
export const fullTime = (at: number): string => dateTime.format(at)

const dayMinute = new Intl.DateTimeFormat(dateLocale, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

/** In a list without headings of days: `14:23:30` of today, `20 Nov, 14:23` of another day. */
export const shortMoment = (at: number, now: number): string =>
  new Date(at).toDateString() === new Date(now).toDateString()
    ? clockTime(at)
    : dayMinute.format(at)

const grouped = new Intl.NumberFormat('en')
/** `18,204`. */
export const count = (value: number): string => grouped.format(value)

/** `812 B`, `4.2 kB`, `1.3 MB`. */
export function bytes(value: number): string {
  if (value < 1_000) return `${value} B`
  if (value < 999_950) return `${(value / 1_000).toFixed(1)} kB`
  return `${(value / 1_000_000).toFixed(1)} MB`
}
