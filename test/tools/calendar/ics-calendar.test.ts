// What a calendar file says, by the rules of RFC 5545.
import { describe, expect, it } from 'vitest'
import { eventsOfFile } from '../../../tools/calendar/ics-calendar.ts'
import { clockText } from '../../../tools/calendar/zoned-time.ts'

const within = {
  start: Date.parse('2026-10-01T00:00:00Z'),
  end: Date.parse('2026-12-31T00:00:00Z'),
}
const file = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:Work', ...lines, 'END:VCALENDAR', ''].join(
    '\r\n',
  )
const event = (...lines: readonly string[]): readonly string[] => [
  ...['BEGIN:VEVENT', 'UID:one@example.org', 'SUMMARY:Standup'],
  ...lines,
  'END:VEVENT',
]
const zone = 'Europe/Rome'
const readAll = (text: string) =>
  eventsOfFile({ text, name: 'work.ics' }, { within, zone, rest: async () => undefined })
const starts = async (...lines: readonly string[]): Promise<readonly string[]> =>
  (await readAll(file(...event(...lines)))).events.map(({ start }) => clockText(start, zone))

describe('a calendar file', () => {
  it('gives an event whole', async () => {
    const { events, left } = await readAll(
      file(
        ...event(
          'DTSTART:20261124T130000Z',
          'DTEND:20261124T140000Z',
          'LOCATION:Room 1\\, first floor',
          'DESCRIPTION:A line that is folded ov',
          ' er two',
          'STATUS:TENTATIVE',
        ),
      ),
    )
    expect({ events, left }).toEqual({
      events: [
        {
          id: 'one@example.org@2026-11-24T13:00:00',
          calendar: 'Work',
          title: 'Standup',
          start: Date.parse('2026-11-24T13:00:00Z'),
          end: Date.parse('2026-11-24T14:00:00Z'),
          allDay: false,
          location: 'Room 1, first floor',
          busy: true,
          tentative: true,
          description: 'A line that is folded over two',
        },
      ],
      left: [],
    })
  })

  it.each<[string, readonly string[], readonly string[]]>([
    ['a time in UTC', ['DTSTART:20261124T130000Z'], ['2026-11-24 14:00']],
    ['a time in a zone', ['DTSTART;TZID=America/New_York:20261124T080000'], ['2026-11-24 14:00']],
    [
      'a time without a zone, on the clock of the person',
      ['DTSTART:20261124T080000'],
      ['2026-11-24 08:00'],
    ],
    [
      'a zone that nobody knows, as a time without one',
      ['DTSTART;TZID=Nowhere:20261124T080000'],
      ['2026-11-24 08:00'],
    ],
    [
      'a week with the clock set back in it',
      ['DTSTART;TZID=Europe/Rome:20261019T090000', 'RRULE:FREQ=WEEKLY;COUNT=3'],
      ['2026-10-19 09:00', '2026-10-26 09:00', '2026-11-02 09:00'],
    ],
    [
      'a series whose end in UTC is its last occurrence',
      ['DTSTART;TZID=Europe/Rome:20261123T090000', 'RRULE:FREQ=DAILY;UNTIL=20261125T080000Z'],
      ['2026-11-23 09:00', '2026-11-24 09:00', '2026-11-25 09:00'],
    ],
    [
      'a series with a day left out, named in UTC',
      [
        'DTSTART;TZID=Europe/Rome:20261123T090000',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE:20261124T080000Z',
      ],
      ['2026-11-23 09:00', '2026-11-25 09:00'],
    ],
    [
      'a day more than the rule has',
      ['DTSTART;TZID=Europe/Rome:20261123T090000', 'RDATE;TZID=Europe/Rome:20261130T100000'],
      ['2026-11-23 09:00', '2026-11-30 10:00'],
    ],
    [
      'a series that began years ago',
      ['DTSTART:20190107T090000', 'RRULE:FREQ=MONTHLY;BYDAY=1MO'],
      ['2026-10-05 09:00', '2026-11-02 09:00', '2026-12-07 09:00'],
    ],
    ['a whole day', ['DTSTART;VALUE=DATE:20261124'], ['2026-11-24 00:00']],
    ['what lies outside of the period', ['DTSTART:20270101T080000Z'], []],
  ])('knows %s', async (_, lines, expected) => {
    expect(await starts(...lines)).toEqual(expected)
  })

  it.each<[string, readonly string[], string]>([
    ['a duration', ['DTSTART:20261124T130000Z', 'DURATION:PT90M'], '2026-11-24 15:30'],
    ['no end', ['DTSTART:20261124T130000Z'], '2026-11-24 14:00'],
    ['the end of a whole day', ['DTSTART;VALUE=DATE:20261124'], '2026-11-25 00:00'],
    [
      'the days until its last',
      ['DTSTART;VALUE=DATE:20261024', 'DTEND;VALUE=DATE:20261027'],
      '2026-10-27 00:00',
    ],
    [
      'an end before its begin, as none',
      ['DTSTART:20261124T130000Z', 'DTEND:20261124T120000Z'],
      '2026-11-24 14:00',
    ],
  ])('ends an event by %s', async (_, lines, expected) => {
    const { events } = await readAll(file(...event(...lines)))
    expect(events.map(({ end }) => clockText(end, zone))).toEqual([expected])
  })

  it('takes a zone from the file where its name is known to nobody else', async () => {
    const text = file(
      ...['BEGIN:VTIMEZONE', 'TZID:Office', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
      ...['TZOFFSETFROM:+0300', 'TZOFFSETTO:+0300', 'END:STANDARD', 'END:VTIMEZONE'],
      ...event('DTSTART;TZID=Office:20261124T150000', 'RRULE:FREQ=DAILY;UNTIL=20261125T120000Z'),
    )
    const { events } = await readAll(text)
    expect(events.map(({ start }) => new Date(start).toISOString())).toEqual([
      '2026-11-24T12:00:00.000Z',
      '2026-11-25T12:00:00.000Z',
    ])
  })

  it('shows an occurrence that was moved where it is now, and once', async () => {
    const text = file(
      ...event('DTSTART;TZID=Europe/Rome:20261123T090000', 'RRULE:FREQ=DAILY;COUNT=3'),
      ...event('RECURRENCE-ID:20261124T080000Z', 'DTSTART;TZID=Europe/Rome:20261124T160000'),
    )
    const { events } = await readAll(text)
    expect(events.map(({ start }) => clockText(start, zone)).toSorted()).toEqual([
      '2026-11-23 09:00',
      '2026-11-24 16:00',
      '2026-11-25 09:00',
    ])
  })

  it.each([
    ['STATUS:CANCELLED', { busy: false, tentative: false }],
    ['TRANSP:TRANSPARENT', { busy: false, tentative: false }],
    ['STATUS:CONFIRMED', { busy: true, tentative: false }],
  ])('%s', async (line, expected) => {
    const { events } = await readAll(file(...event('DTSTART:20261124T130000Z', line)))
    expect(events).toMatchObject([expected])
  })

  it.each<[string, string, readonly string[]]>([
    ['is no calendar', 'hello', ['work.ics is no calendar file.']],
    [
      'has an entry without a start',
      file(...event('LOCATION:Rome')),
      ['work.ics: 1 entries cannot be read and are left out.'],
    ],
    [
      'has an entry that is no line of a calendar',
      file('BEGIN:VEVENT', 'this is nothing', 'END:VEVENT', ...event('DTSTART:20261124T130000Z')),
      ['work.ics: 1 entries cannot be read and are left out.'],
    ],
    [
      'asks for an event each second for ever',
      file(...event('DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY')),
      ['work.ics: “Standup” repeats too often; later occurrences are left out.'],
    ],
    [
      'has a rule that never fits a day',
      file(...event('DTSTART:20200101T000000Z', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')),
      [],
    ],
  ])('says what it left out of a file that %s', async (_, text, left) => {
    expect((await readAll(text)).left).toEqual(left)
  })
})
