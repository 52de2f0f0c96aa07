import { describe, expect, it } from 'vitest'
import { givenMoment } from '../../../renderer/features/approvals/facts/given-moment.ts'

describe('a moment that a call gives', () => {
  // Weekday, day, month and year: their order is that of the person.
  it.each([
    ['2026-12-01T09:00', ['Tue', '1', 'Dec', '2026', '09:00']],
    ['2026-12-01T09:00:00+01:00', ['Tue', '1', 'Dec', '2026', '09:00', '+01:00']],
    ['2026-12-01T09:00:30Z', ['Tue', '1', 'Dec', '2026', '09:00:30', 'UTC']],
    ['2026-12-01T23:30:00.5-0800', ['Tue', '1', 'Dec', '2026', '23:30:00.5', '-0800']],
    ['2028-02-29', ['Tue', '29', 'Feb', '2028']],
  ])('is read as a date: %s', (text, words) => {
    expect(
      givenMoment(text)
        .match(/[\w:.+-]+/g)
        ?.toSorted(),
    ).toEqual(words.toSorted())
  })

  it.each([
    '',
    'tomorrow',
    '2026-02-29',
    '2026-13-01T09:00',
    '2026-12-01T09:00 (soon)',
    '٢٠٢٦-١٢-٠١',
  ])('is shown as it was given where it is no date: %j', (text) => {
    expect(givenMoment(text)).toBe(text)
  })
})
