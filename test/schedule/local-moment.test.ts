// Dates and times of day in time zones, with the hours that a change of the clock skips or repeats.
import { describe, expect, it } from 'vitest'
import { endOfDay, localMoment } from '../../contract/schedule/local-moment.ts'
import { dayAt } from './day-at.ts'

const iso = (at: number): string => new Date(at).toISOString()

describe('a time of day in a zone', () => {
  it.each([
    ['UTC', '2026-11-26T09:00', '2026-11-26T09:00:00.000Z'],
    ['Europe/Berlin', '2026-11-26T09:00', '2026-11-26T08:00:00.000Z'],
    ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-26T09:00:30', '2026-11-26T03:15:30.000Z'],
    // Comes twice: the first.
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    // Is skipped: half an hour after the change.
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    // The day begins at one.
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ])('in %s %s is %s', (zone, text, moment) => {
    expect(iso(localMoment(text, zone))).toBe(moment)
  })

  it.each([
    ['Europe/Berlin', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['Pacific/Auckland', '2026-12-31', '2026-12-31T11:00:00.000Z'],
  ])('in %s the day %s ends at %s', (zone, day, moment) => {
    expect(iso(endOfDay(day, zone))).toBe(moment)
    expect(dayAt(endOfDay(day, zone) - 1, zone)).toBe(day)
  })
})
