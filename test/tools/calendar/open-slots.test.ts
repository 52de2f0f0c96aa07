import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinPeriods } from '../../../tools/calendar/calendar-event.ts'
import { meetingsIn, openSlots, workingPeriods } from '../../../tools/calendar/open-slots.ts'
import { clockText, momentOf, wallTimeOf } from '../../../tools/calendar/zoned-time.ts'

const HOUR = 3_600_000
const hours = { from: 9 * 60, to: 17 * 60, days: [1, 2, 3, 4, 5], zone: 'Europe/Rome' }
const at = (text: string): number => Date.parse(text)

describe('a clock in a zone', () => {
  it.each([
    ['in winter', { year: 2026, month: 1, day: 15, minutes: 540 }, '2026-01-15T08:00:00.000Z'],
    ['in summer', { year: 2026, month: 7, day: 15, minutes: 540 }, '2026-07-15T07:00:00.000Z'],
    [
      'shown twice: the first',
      { year: 2026, month: 10, day: 25, minutes: 150 },
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'leapt over: after the leap',
      { year: 2026, month: 3, day: 29, minutes: 150 },
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'the midnight that ends a day',
      { year: 2026, month: 11, day: 24, minutes: 1_440 },
      '2026-11-24T23:00:00.000Z',
    ],
  ])('%s', (_, wall, expected) => {
    expect(new Date(momentOf(wall, 'Europe/Rome')).toISOString()).toBe(expected)
  })

  it('leads back to the same time wherever the clock shows it', () => {
    const zones = [
      'Europe/Rome',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'UTC',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({
          min: at('2020-01-01T00:00:00Z') / 60_000,
          max: at('2030-01-01T00:00:00Z') / 60_000,
        }),
        (zone, minute) => {
          const shown = wallTimeOf(minute * 60_000, zone)
          const again = wallTimeOf(momentOf(shown, zone), zone)
          expect(again).toEqual(shown)
        },
      ),
    )
  })
})

describe('open slots', () => {
  it('are what is left of working hours', () => {
    const slots = openSlots(
      { start: at('2026-11-27T00:00:00Z'), end: at('2026-12-01T00:00:00Z') },
      [
        { start: at('2026-11-27T09:00:00Z'), end: at('2026-11-27T10:00:00Z') },
        { start: at('2026-11-27T09:30:00Z'), end: at('2026-11-27T15:40:00Z') },
      ],
      hours,
      30 * 60_000,
    )
    expect(
      slots.map(({ start, end }) => [clockText(start, hours.zone), clockText(end, hours.zone)]),
    ).toEqual([
      ['2026-11-27 09:00', '2026-11-27 10:00'],
      ['2026-11-30 09:00', '2026-11-30 17:00'],
    ])
  })

  it.each([
    ['set forward', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 23],
    ['set back', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 25],
  ])('last as long as the day on which the clock is %s', (_, start, end, length) => {
    const whole = { ...hours, from: 0, to: 1_440, days: [7] }
    const [day] = workingPeriods({ start: at(start), end: at(end) }, whole)
    expect(((day?.end ?? 0) - (day?.start ?? 0)) / HOUR).toBe(length)
  })

  it('never overlap what is busy, lie in working hours, and leave out nothing that is long enough', () => {
    const base = at('2026-10-19T00:00:00Z')
    const period = fc
      .tuple(fc.integer({ min: 0, max: 14 * 96 }), fc.integer({ min: 1, max: 60 }))
      .map(([from, length]) => ({
        start: base + (from * HOUR) / 4,
        end: base + ((from + length) * HOUR) / 4,
      }))
    fc.assert(
      fc.property(
        fc.array(period, { maxLength: 30 }),
        fc.constantFrom('Europe/Rome', 'America/New_York', 'Pacific/Auckland'),
        fc.integer({ min: 1, max: 8 }),
        (busy, zone, quarters) => {
          const least = (quarters * HOUR) / 4
          const within = { start: base, end: base + 14 * 24 * HOUR }
          const slots = openSlots(within, busy, { ...hours, zone }, least)
          for (const { start, end } of slots) {
            expect(end - start).toBeGreaterThanOrEqual(least)
            expect(busy.some((one) => one.start < end && one.end > start)).toBe(false)
            const [from, to] = [wallTimeOf(start, zone), wallTimeOf(end, zone)]
            expect([from.day, from.minutes >= 540, to.minutes <= 1_020]).toEqual([
              to.day,
              true,
              true,
            ])
          }
          // Each quarter of an hour of work is busy, in a slot, or in a gap that is too short.
          const working = workingPeriods(within, { ...hours, zone })
          const free = (time: number): boolean =>
            !busy.some((one) => one.start <= time && one.end > time)
          const gaps = working.flatMap(({ start, end }) => {
            const found: { start: number; end: number }[] = []
            for (let time = start; time < end; time += HOUR / 4) {
              if (!free(time)) continue
              const last = found.at(-1)
              if (last?.end === time) last.end = time + HOUR / 4
              else found.push({ start: time, end: time + HOUR / 4 })
            }
            return found.filter((gap) => gap.end - gap.start >= least)
          })
          expect(slots).toEqual(gaps)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('give meetings at quarters of an hour, earliest first', () => {
    const slots = [{ start: at('2026-11-24T09:05:00Z'), end: at('2026-11-24T11:00:00Z') }]
    expect(
      meetingsIn(slots, HOUR / 2, 2).map(({ start }) => new Date(start).toISOString()),
    ).toEqual(['2026-11-24T09:15:00.000Z', '2026-11-24T09:45:00.000Z'])
  })

  it('join periods that touch', () => {
    expect(
      joinPeriods([
        { start: 5, end: 7 },
        { start: 1, end: 3 },
        { start: 3, end: 4 },
        { start: 9, end: 9 },
      ]),
    ).toEqual([
      { start: 1, end: 4 },
      { start: 5, end: 7 },
    ])
  })
})
