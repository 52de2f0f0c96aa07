// When jobs are due, over clocks that skip an hour and clocks that show one twice.
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { usualLimits } from '../../contract/schedule/job.ts'
import type { JobLimits } from '../../contract/schedule/job.ts'
import { cronProblem, nextRuns } from '../../contract/schedule/next-runs.ts'
import type { Trigger } from '../../contract/schedule/trigger.ts'

const due = (
  trigger: Trigger,
  after: string,
  most: number,
  more: Partial<JobLimits & { runs: number; lastAt: number }> = {},
): readonly string[] =>
  nextRuns(
    { ...usualLimits, runs: 0, lastAt: null, ...more, trigger },
    Date.parse(after),
    most,
  ).map((at) => new Date(at).toISOString().replace(':00.000Z', 'Z'))
const cron = (expression: string, zone: string): Trigger => ({ kind: 'cron', expression, zone })

describe('a cron expression', () => {
  it.each<[string, string, string, string, readonly string[]]>([
    [
      'a time that the clock skips is due when the gap ends, once',
      ...(['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z'] as const),
      ['2026-03-29T01:00Z', '2026-03-30T00:30Z'],
    ],
    [
      'a time that the clock shows twice is due the first time only',
      ...(['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z'] as const),
      ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    [
      'every half hour is due in both of the two hours',
      ...(['*/30 * * * *', 'Europe/Berlin', '2026-10-24T23:45:00Z'] as const),
      ['2026-10-25T00:00Z', '2026-10-25T00:30Z', '2026-10-25T01:00Z', '2026-10-25T01:30Z'],
    ],
    [
      'every half hour goes on over the gap',
      ...(['*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:15:00Z'] as const),
      ['2026-03-29T00:30Z', '2026-03-29T01:00Z', '2026-03-29T01:30Z'],
    ],
    [
      'a gap of half an hour',
      ...(['15 2 * * *', 'Australia/Lord_Howe', '2026-10-02T16:00:00Z'] as const),
      ['2026-10-03T15:30Z', '2026-10-04T15:15Z'],
    ],
    [
      'an overlap of half an hour',
      ...(['45 1 * * *', 'Australia/Lord_Howe', '2026-04-03T16:00:00Z'] as const),
      ['2026-04-04T14:45Z', '2026-04-05T15:15Z'],
    ],
    [
      'a midnight that does not exist',
      ...(['0 0 * * *', 'America/Santiago', '2026-09-05T12:00:00Z'] as const),
      ['2026-09-06T04:00Z', '2026-09-07T03:00Z'],
    ],
    [
      'a leap day',
      ...(['0 12 29 2 *', 'UTC', '2026-11-23T00:00:00Z'] as const),
      ['2028-02-29T12:00Z', '2032-02-29T12:00Z'],
    ],
    [
      'a day of the month or of the week',
      ...(['0 12 1 * 1', 'UTC', '2026-10-25T00:00:00Z'] as const),
      ['2026-10-26T12:00Z', '2026-11-01T12:00Z', '2026-11-02T12:00Z'],
    ],
  ])('%s', (_what, expression, zone, after, wanted) => {
    expect(due(cron(expression, zone), after, wanted.length)).toEqual(wanted)
  })

  it.each<[string, string]>([
    ['0 0 30 2 *', 'no day fits this expression'],
    [
      '61 * * * *',
      'the minute "61" cannot be: 0 to 59, alone, as a list (1,15), a range (1-5) or a step (*/2)',
    ],
    ['* * * *', 'five fields: minute, hour, day of the month, month, day of the week'],
    ['0 0 * * * *', 'five fields: minute, hour, day of the month, month, day of the week'],
    ['@daily', 'five fields: minute, hour, day of the month, month, day of the week'],
  ])('%s is refused', (expression, why) => {
    expect(cronProblem(expression)).toEqual(why)
  })

  it.each([
    ...[
      ['a b c d e', 'minute'],
      ['60 * * * *', 'minute'],
      ['-1 * * * *', 'minute'],
    ],
    ...[
      ['1.5 * * * *', 'minute'],
      ['1e1 * * * *', 'minute'],
      ['0x1 * * * *', 'minute'],
    ],
    ...[
      ['1- * * * *', 'minute'],
      ['1,,2 * * * *', 'minute'],
      ['5-1 * * * *', 'minute'],
    ],
    ...[
      ['*/0 * * * *', 'minute'],
      ['*/1-2 * * * *', 'minute'],
      ['٣ * * * *', 'minute'],
    ],
    ...[
      ['999999999999999999999 * * * *', 'minute'],
      ['*/100 * * * *', 'minute'],
    ],
    ...[
      ['* 24 * * *', 'hour'],
      ['* noon * * *', 'hour'],
      ['* * 0 * *', 'day of the month'],
    ],
    ...[
      ['* * 32 * *', 'day of the month'],
      ['* * * 13 *', 'month'],
      ['* * * JANUAR *', 'month'],
    ],
    ...[
      ['* * * * 8', 'day of the week'],
      ['* * * * MON-XYZ', 'day of the week'],
    ],
  ])('%s is refused with the name of the field, and what it may be', (expression, field) => {
    const problem = cronProblem(expression)
    expect(problem?.startsWith(`the ${field} "`)).toBe(true)
    expect(problem).toContain(', alone, as a list (1,15), a range (1-5) or a step (*/2)')
  })
})

describe('the other triggers', () => {
  const noon = Date.parse('2026-11-23T12:00:00Z')
  const hourly: Trigger = { kind: 'every', seconds: 3_600, from: noon }

  it('an interval is counted from its beginning, however late it is checked', () => {
    expect(due(hourly, '2026-11-23T12:00:00Z', 2)).toEqual([
      '2026-11-23T13:00Z',
      '2026-11-23T14:00Z',
    ])
    expect(due(hourly, '2026-11-23T17:59:59Z', 1)).toEqual(['2026-11-23T18:00Z'])
    expect(due(hourly, '2026-11-20T00:00:00Z', 1)).toEqual(['2026-11-23T13:00Z'])
  })

  it('a moment is due once, until it has passed', () => {
    const once: Trigger = { kind: 'at', at: noon }
    expect(due(once, '2026-11-23T11:59:59Z', 3)).toEqual(['2026-11-23T12:00Z'])
    expect(due(once, '2026-11-23T12:00:00Z', 3)).toEqual([])
  })

  it('the end, the number of runs and the cooldown of a job are respected', () => {
    expect(due(hourly, '2026-11-23T12:00:00Z', 9, { expiresAt: noon + 7_200_000 })).toEqual([
      '2026-11-23T13:00Z',
    ])
    expect(due(hourly, '2026-11-23T12:00:00Z', 9, { maxRuns: 3, runs: 2 })).toHaveLength(1)
    expect(due(hourly, '2026-11-23T12:00:00Z', 9, { maxRuns: 3, runs: 3 })).toEqual([])
    expect(
      due(hourly, '2026-11-23T12:00:00Z', 2, { cooldownSeconds: 5_400, lastAt: noon }),
    ).toEqual(['2026-11-23T14:00Z', '2026-11-23T16:00Z'])
  })

  it('are later each time, within the limits, for any of them', () => {
    const at = fc.integer({ min: 0, max: 4_102_444_800_000 })
    const trigger: fc.Arbitrary<Trigger> = fc.oneof(
      fc.record({ kind: fc.constant('at' as const), at }),
      fc.record({
        kind: fc.constant('every' as const),
        seconds: fc.integer({ min: 60, max: 31_536_000 }),
        from: at,
      }),
      fc.record({
        kind: fc.constant('cron' as const),
        expression: fc.constantFrom('*/7 * * * *', '30 2 * * *', '0 0 1 * *', '0 9 * * 1-5'),
        zone: fc.constantFrom('Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'UTC'),
      }),
    )
    fc.assert(
      fc.property(trigger, at, fc.integer({ min: 1, max: 90_000 }), at, (one, after, wait, end) => {
        const job = { ...usualLimits, expiresAt: end, cooldownSeconds: wait, runs: 0, lastAt: null }
        const found = nextRuns({ ...job, trigger: one }, after, 5)
        found.forEach((moment, place) => {
          const before = found[place - 1]
          expect(moment).toBeGreaterThan(after)
          expect(moment).toBeLessThan(end)
          expect(moment - (before ?? -Infinity)).toBeGreaterThanOrEqual(wait * 1_000)
        })
      }),
      { numRuns: 60 },
    )
  })
})
