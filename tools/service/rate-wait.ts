// Whether an answer says that there were too many requests, and how long it asks to wait, by the headers
// and words that services use for it.
import type { FetchResponse } from '../../contract/call/powers/fetch-power.ts'

type Headers = Pick<FetchResponse, 'headers'> & Partial<Pick<FetchResponse, 'body'>>
type Refusal = Pick<FetchResponse, 'status' | 'headers' | 'body'>

/** As Google words a limit of a user or a project, which it refuses with 403 as often as with 429. */
const USAGE = /"(?:user)?rateLimitExceeded"|"domain"\s*:\s*"usageLimits"/i
/** As Todoist says it beside its error. */
const RETRY_AFTER = /"retry_after"\s*:\s*(\d{1,6})\b/
/** As GitHub does. */
const TOO_FAST = /rate limit/i

/**
 * back-off: to be asked again after a moment. wait: only after what it asks for, or a minute. none: it
 * is no limit.
 */
export function rateLimitOf({ status, headers, body }: Refusal): 'back-off' | 'wait' | 'none' {
  if (status === 429) return 'back-off'
  if (status !== 403) return 'none'
  const text = textOf(body)
  if (USAGE.test(text)) return 'back-off'
  return headers['retry-after'] !== undefined ||
    headers['x-ratelimit-remaining'] === '0' ||
    TOO_FAST.test(text)
    ? 'wait'
    : 'none'
}

/**
 * Milliseconds: `retry-after` in seconds or as a date, else the reset of a limit that is used up, as
 * GitHub gives it (a moment), Reddit (seconds) or Brave (seconds, of several limits in one line), else
 * the seconds that Todoist puts into the body. Null: it does not say.
 */
export function waitAskedFor({ headers, body }: Headers, now: number): number | null {
  const after = headers['retry-after']
  if (after !== undefined) {
    const wait = /^\d+$/.test(after.trim()) ? Number(after) * 1_000 : Date.parse(after) - now
    if (Number.isFinite(wait)) return Math.max(0, wait)
  }
  const resets = numbersIn(headers['x-ratelimit-reset'])
  const used = numbersIn(headers['x-ratelimit-remaining']).flatMap((left, at) => {
    const reset = resets[at] ?? Number.NaN
    return left < 1 && reset >= 0 ? [reset > 1e9 ? reset * 1_000 - now : reset * 1_000] : []
  })
  if (used.length > 0) return Math.max(0, ...used)
  const inBody = body === undefined ? null : RETRY_AFTER.exec(textOf(body))?.[1]
  return inBody === null || inBody === undefined ? null : Number(inBody) * 1_000
}

/** What is used up, where a service says it in words alone, as Open-Meteo does: it sends no time to wait. */
export function usedUpIn({ body }: Required<Pick<Headers, 'body'>>): 'day' | 'hour' | null {
  const text = textOf(body)
  if (!/limit|quota|exceeded|blocked/i.test(text)) return null
  if (/\bdaily\b|\btomorrow\b|per day\b/i.test(text)) return 'day'
  return /\bhourly\b|\bnext hour\b|per hour\b/i.test(text) ? 'hour' : null
}

/** One for each limit: of a second, and of a month. */
export const numbersIn = (header: string | undefined): readonly number[] =>
  header === undefined || header.trim() === ''
    ? []
    : header.split(',').map((each) => (each.trim() === '' ? Number.NaN : Number(each)))

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body.subarray(0, 16_384))
