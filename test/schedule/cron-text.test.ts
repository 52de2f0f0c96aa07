import { Cron } from 'croner'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cronText } from '../../contract/schedule/cron-text.ts'

const rising = (one: number, other: number): number => one - other

describe('a cron expression in words', () => {
  it.each([
    ['0 8 * * *', 'every day at 08:00'],
    ['30 7,19 * * *', 'every day at 07:30 and 19:30'],
    ['0 8 * * 1-5', 'every Monday to Friday at 08:00'],
    ['0 8 * * mon-fri', 'every Monday to Friday at 08:00'],
    ['0 9 * * 0', 'every Sunday at 09:00'],
    ['0 9 * * 7', 'every Sunday at 09:00'],
    ['15 6 * * 1,3,5', 'every Monday, Wednesday and Friday at 06:15'],
    ['0 3 1 * *', 'on day 1 of every month at 03:00'],
    ['*/15 * * * *', 'every 15 minutes'],
    ['5 * * * *', 'every hour at :05'],
    ['* * * * *', 'every minute'],
  ])('says %s as “%s”', (expression, words) => {
    expect(cronText(expression)).toBe(words)
  })

  it.each([
    ['a step that is not even', '*/7 * * * *'],
    ['a month', '0 8 * 12 *'],
    ['a day that not every month has', '0 8 31 * *'],
    ['a date or a day', '0 8 1 * 1'],
    ['the last day', '0 8 L * *'],
    ['the second Monday', '0 8 * * 1#2'],
    ['days that go past Saturday', '0 8 * * 5-1'],
    ['a range of hours', '0 8-10 * * *'],
    ['minutes of a list', '0,30 8 * * *'],
    ['a list with a range in it', '0 8 * * 1-3,5'],
    ['hours by steps', '0 */2 * * *'],
    ['an hour that there is not', '0 24 * * *'],
    ['a sixth field', '0 0 8 * * *'],
    ['nothing', ''],
  ])('leaves %s as it is', (_, expression) => {
    expect(cronText(expression)).toBeNull()
  })

  it('says no day but those on which it is due', () => {
    const day = fc.integer({ min: 0, max: 7 })
    const days = fc.oneof(
      day.map(String),
      fc.tuple(day, day).map(([from, to]) => `${from}-${to}`),
      fc.array(day, { minLength: 1, maxLength: 3 }).map((list) => list.join(',')),
    )
    fc.assert(
      fc.property(days, (field) => {
        const words = cronText(`0 8 * * ${field}`)
        if (words === null) return
        const due = new Cron(`0 8 * * ${field}`, { timezone: 'UTC' })
          .nextRuns(14, new Date('2026-11-22T12:00:00Z'))
          .map((run) => run.getUTCDay())
        expect([...new Set(due)].toSorted(rising)).toEqual(daysIn(words).toSorted(rising))
      }),
    )
  })
})

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The weekdays that a sentence names, a range as all of its days. */
function daysIn(words: string): number[] {
  const range = /(\w+day) to (\w+day)/.exec(words)
  if (range === null) return names.flatMap((name, at) => (words.includes(name) ? [at] : []))
  const [from, to] = [names.indexOf(range[1] ?? ''), names.indexOf(range[2] ?? '')]
  return names.flatMap((_, at) => {
    const end = to === 0 ? 7 : to
    return (at >= from && at <= end) || (at === 0 && end === 7) ? [at] : []
  })
}
