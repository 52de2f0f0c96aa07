import fc from 'fast-check'
import { expect, it } from 'vitest'
import { localOf, withOffset } from '../../../renderer/features/policy/rules/expires-input.tsx'

it('a time that was picked is written with its offset, and shown again as it was picked', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
      (date) => {
        const picked = localOf(date.toISOString())
        const written = withOffset(new Date(picked))
        expect(written).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:\d\d$/)
        expect(localOf(written)).toBe(picked)
        expect(new Date(written).getTime()).toBe(Math.floor(date.getTime() / 60_000) * 60_000)
      },
    ),
  )
})

it('what is no time is shown as none', () => {
  expect([localOf(''), localOf('tomorrow')]).toEqual(['', ''])
})
