import { describe, expect, it } from 'vitest'
import { waitAskedFor } from '../../../tools/service/rate-wait.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')

describe('how long a service asks to wait', () => {
  it.each<[string, Record<string, string>, number | null]>([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['a date', { 'retry-after': 'Mon, 23 Nov 2026 12:00:30 GMT' }, 30_000],
    ['a date that has passed', { 'retry-after': 'Mon, 23 Nov 2026 11:00:00 GMT' }, 0],
    ['something else', { 'retry-after': 'soon' }, null],
    ['nothing', {}, null],
    [
      'the moment at which a limit that is used up begins again',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${NOW / 1_000 + 90}` },
      90_000,
    ],
    ['its seconds', { 'x-ratelimit-remaining': '0.0', 'x-ratelimit-reset': '42' }, 42_000],
    ['a limit with some left', { 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '42' }, null],
    ['a limit without an end', { 'x-ratelimit-remaining': '0' }, null],
  ])('%s', (_what, headers, wait) => {
    expect(waitAskedFor({ headers }, NOW)).toBe(wait)
  })
})
