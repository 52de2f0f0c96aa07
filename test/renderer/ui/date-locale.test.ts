import { expect, it } from 'vitest'
import { localeFor } from '../../../renderer/ui/text/date-locale.ts'

it.each([
  ['en-US', 'en-US'],
  ['en-GB', 'en-GB'],
  ['de-DE', 'en-GB'],
  ['ar-EG', 'en-GB'],
  ['th-TH', 'en-GB'],
  ['C', 'en-GB'],
])('dates are written in English where the person prefers %s', (language, locale) => {
  expect(localeFor(language)).toBe(locale)
})
