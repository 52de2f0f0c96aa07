import { describe, expect, it } from 'vitest'
import { eventTime } from '../../../renderer/features/approvals/facts/event-time.ts'

describe('the time of an event on a card', () => {
  it.each([
    ['2026-12-01T09:00', 'Tue, 1 Dec 2026, 09:00'],
    ['2026-12-01T09:00:00', 'Tue, 1 Dec 2026, 09:00'],
    ['2026-11-24T14:00:00Z', 'Tue, 24 Nov 2026, 14:00 (UTC)'],
    ['2026-11-24T14:00:00.000+01:00', 'Tue, 24 Nov 2026, 14:00 (+01:00)'],
    ['2028-02-29', 'Tue, 29 Feb 2028'],
    // Whatever is no such time is shown as it is.
    ['2026-02-30', '2026-02-30'],
    ['2026-13-01T09:00', '2026-13-01T09:00'],
    ['tomorrow at 9', 'tomorrow at 9'],
    ['', ''],
  ])('is read from %j as %j, in the zone that is written', (text, shown) => {
    expect(eventTime(text)).toBe(shown)
  })
})
