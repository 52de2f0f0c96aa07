import { describe, expect, it } from 'vitest'
import { serviceFailure } from '../../../tools/service/service-failure.ts'
import { rateLimitOf, waitAskedFor } from '../../../tools/service/rate-wait.ts'

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
    [
      'the limit of a second, beside that of a month',
      { 'x-ratelimit-remaining': '0, 14523', 'x-ratelimit-reset': '1, 1419704' },
      1_000,
    ],
    [
      'the limit of a month',
      { 'x-ratelimit-remaining': '1, 0', 'x-ratelimit-reset': '1, 1419704' },
      1_419_704_000,
    ],
    [
      'several limits with some left',
      { 'x-ratelimit-remaining': '1, 14523', 'x-ratelimit-reset': '1, 1419704' },
      null,
    ],
    ['no number', { 'x-ratelimit-remaining': '', 'x-ratelimit-reset': '1' }, null],
    ['a limit without an end', { 'x-ratelimit-remaining': '0' }, null],
  ])('%s', (_what, headers, wait) => {
    expect(waitAskedFor({ headers }, NOW)).toBe(wait)
  })
})

describe('what a model is told to wait', () => {
  it.each<[string, string]>([
    ['7', '7 seconds'],
    ['600', '10 minutes'],
    ['1419704', '17 days'],
    ['99999999999999', 'until another day'],
    ['9'.repeat(400), 'a minute'],
    ['-5', 'a minute'],
    ['1e9', 'a minute'],
  ])('of %s', (after, wait) => {
    const { text, hint } = serviceFailure(
      { service: 'Forge', credential: null },
      {
        status: 429,
        headers: { 'retry-after': after },
        body: new Uint8Array(),
        contentType: '',
        credential: 'none',
        finalUrl: 'https://forge.example/',
        truncated: false,
      },
    )
    expect([text, hint]).toEqual([
      'Forge takes no more requests for now (HTTP 429).',
      `Wait ${wait}, then try again once.`,
    ])
  })
})

describe('how long a service asks to wait in the body of its answer', () => {
  it.each<[string, string, number | null]>([
    ['as Todoist says it', '{"error":"Too many","error_extra":{"retry_after":7}}', 7_000],
    ['no number', '{"error_extra":{"retry_after":"soon"}}', null],
    ['no JSON', 'retry_after: 7', null],
  ])('%s', (_what, text, wait) => {
    const body = new TextEncoder().encode(text)
    expect(waitAskedFor({ headers: {}, body }, NOW)).toBe(wait)
    expect(waitAskedFor({ headers: { 'retry-after': '3' }, body }, NOW)).toBe(3_000)
  })
})

describe('too many requests', () => {
  const google = (reason: string) =>
    JSON.stringify({
      error: {
        code: 403,
        message: 'User Rate Limit Exceeded',
        errors: [{ domain: 'usageLimits', message: 'User Rate Limit Exceeded', reason }],
      },
    })
  const github =
    '{"message":"You have exceeded a secondary rate limit. Please wait a few minutes."}'
  it.each<[string, number, Record<string, string>, string, 'back-off' | 'wait' | 'none']>([
    ['by 429', 429, {}, '', 'back-off'],
    ['by 403 of Google', 403, {}, google('userRateLimitExceeded'), 'back-off'],
    ['by 403 of GitHub, in its words', 403, {}, github, 'wait'],
    ['by 403 of GitHub, with a time', 403, { 'retry-after': '60' }, '{}', 'wait'],
    ['by 403 with nothing left', 403, { 'x-ratelimit-remaining': '0' }, '{}', 'wait'],
    ['not by 403 alone', 403, {}, '{"message":"Resource not accessible"}', 'none'],
    ['not by 404', 404, { 'retry-after': '60' }, github, 'none'],
  ])('are told %s', (_how, status, headers, text, limit) => {
    expect(rateLimitOf({ status, headers, body: new TextEncoder().encode(text) })).toBe(limit)
  })
})
