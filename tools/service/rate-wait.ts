// How long an answer asks to wait, by the headers that services use for it.
import type { FetchResponse } from '../../contract/call/powers/powers.ts'

type Headers = Pick<FetchResponse, 'headers'>

/**
 * Milliseconds: `retry-after` in seconds or as a date, else the reset of a limit that is used up, as
 * GitHub gives it (a moment) or Reddit (seconds). Null: it does not say.
 */
export function waitAskedFor({ headers }: Headers, now: number): number | null {
  const after = headers['retry-after']
  if (after !== undefined) {
    const wait = /^\d+$/.test(after.trim()) ? Number(after) * 1_000 : Date.parse(after) - now
    if (Number.isFinite(wait)) return Math.max(0, wait)
  }
  const left = Number(headers['x-ratelimit-remaining'] ?? Number.NaN)
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN)
  if (!(left < 1) || !Number.isFinite(reset) || reset < 0) return null
  return Math.max(0, reset > 1e9 ? reset * 1_000 - now : reset * 1_000)
}
