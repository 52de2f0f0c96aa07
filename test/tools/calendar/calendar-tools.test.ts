// The tools that look for events and free time, over Google Calendar and over calendar files.
import { describe, expect, it } from 'vitest'
import { failure } from '../../../contract/failure.ts'
import type { Powers } from '../../../contract/call/powers/powers.ts'
import { err, ok } from '../../../contract/result.ts'
import { Services } from '../../../contract/policy/config/services.ts'
import { toolsFor } from '../../../tools/catalog.ts'
import { fakeGoogle, GOOGLE_TOKEN } from '../../fakes/services/google.ts'
import { runTool, saidBy } from '../../fakes/services/run-tool.ts'

const files: Readonly<Record<string, string>> = {
  '/cal/mine.ics': calendar('Home', [
    ['SUMMARY:Dentist', 'DTSTART;TZID=Europe/Rome:20261124T100000', 'DURATION:PT1H'],
    ['SUMMARY:Focus time', 'DTSTART;TZID=Europe/Rome:20261124T140000', 'DURATION:PT1H'],
    ['SUMMARY:Birthday', 'DTSTART;VALUE=DATE:20261124', 'TRANSP:TRANSPARENT'],
  ]),
  '/cal/ada.ics': calendar('Ada', [
    ['SUMMARY:Secret', 'DTSTART;TZID=Europe/Rome:20261124T090000', 'DURATION:PT90M'],
  ]),
  '/cal/broken.ics': 'not a calendar',
}

function calendar(name: string, events: readonly (readonly string[])[]): string {
  return [
    ...['BEGIN:VCALENDAR', `X-WR-CALNAME:${name}`],
    ...events.flatMap((event, at) => ['BEGIN:VEVENT', `UID:${at}`, ...event, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')
}

const other = async () => err(failure('test.none', 'Only whole texts here.'))
const reading: Powers['fs.read'] = {
  readBytes: other,
  list: other,
  find: other,
  search: other,
  readText: async (path: string) => {
    const text = files[path]
    return text === undefined
      ? err(failure('file.missing', `${path} is missing.`))
      : ok({ text, bytes: text.length })
  },
}

async function start(settings: object) {
  const service = await fakeGoogle()
  const services = Services.parse({
    calendar: { zone: 'Europe/Rome', ...settings },
    google: { calendar: `${service.url}/calendar/v3` },
  })
  return async (name: string, args: Record<string, unknown>) => {
    const tool = toolsFor(services).find(({ manifest }) => manifest.name === name)
    if (tool === undefined) throw new Error(`There is no ${name}.`)
    return runTool(tool, args, {
      hosts: service.hosts,
      credentials: {
        'google-account': { header: 'authorization', value: `Bearer ${GOOGLE_TOKEN}` },
      },
      powers: { 'fs.read': reading },
    })
  }
}
const mine = { path: '/cal/mine.ics' }
const ada = { path: '/cal/ada.ics', person: 'ada@example.org' }
const inFiles = { provider: 'files', files: [mine, ada] }
const both = { provider: 'both', files: [mine] }
const day = { start_date: '2026-11-24', end_date: '2026-11-24' }
const week = { start_date: '2026-11-23', end_date: '2026-11-27' }

describe('events', () => {
  it.each<[string, object, string, Record<string, unknown>, readonly string[]]>([
    [
      'of Google',
      {},
      'get_calendar_events',
      day,
      [
        'Times are of Europe/Rome.',
        '2026-11-24 11:00 to 12:00: Dentist (primary, id e1)',
        '  Where: Rome',
      ],
    ],
    [
      'of a calendar by its name, from all its pages',
      {},
      'get_calendar_events',
      { ...week, calendar_name: 'team' },
      [
        'Times are of Europe/Rome.',
        '2026-11-25, all day: Planning (team, id t1)',
        '2026-11-26, all day: Review (team, id t2)',
      ],
    ],
    [
      'of files, only mine',
      inFiles,
      'get_calendar_events',
      day,
      [
        'Times are of Europe/Rome.',
        '2026-11-24, all day: Birthday (Home, id 2@2026-11-24), free',
        '2026-11-24 10:00 to 11:00: Dentist (Home, id 0@2026-11-24T10:00:00)',
        '2026-11-24 14:00 to 15:00: Focus time (Home, id 1@2026-11-24T14:00:00)',
      ],
    ],
    [
      'of one of two sources',
      both,
      'get_calendar_events',
      { ...day, provider_preference: 'google' },
      [
        'Times are of Europe/Rome.',
        '2026-11-24 11:00 to 12:00: Dentist (primary, id e1)',
        '  Where: Rome',
      ],
    ],
    [
      'with words in them',
      inFiles,
      'search_calendar_events',
      { query: 'focus TIME', ...day },
      [
        'Times are of Europe/Rome.',
        '2026-11-24 14:00 to 15:00: Focus time (Home, id 1@2026-11-24T14:00:00)',
      ],
    ],
    [
      'with words in none',
      inFiles,
      'search_calendar_events',
      { query: 'nobody', ...day },
      ['Times are of Europe/Rome.', 'No events.'],
    ],
  ])('%s', async (_, settings, tool, args, lines) => {
    expect(saidBy(await (await start(settings))(tool, args)).split('\n')).toEqual(lines)
  })

  it.each<[string, object, Record<string, unknown>, string]>([
    [
      'a calendar that nobody has',
      {},
      { ...day, calendar_name: 'Attic' },
      'calendar.unknown: There is no calendar named Attic. Give one of: Mine, Team.',
    ],
    [
      'a file that is gone',
      { provider: 'files', files: [{ path: '/cal/gone.ics' }] },
      day,
      'file.missing: /cal/gone.ics is missing. ',
    ],
  ])('say of %s what is wrong', async (_, settings, args, text) => {
    expect(saidBy(await (await start(settings))('get_calendar_events', args))).toBe(text)
  })
})

describe('open time', () => {
  it.each<[string, object, Record<string, unknown>, readonly string[]]>([
    ['around events', inFiles, day, ['09:00 to 10:00', '11:00 to 14:00', '15:00 to 17:00']],
    [
      'over soft blocks too',
      inFiles,
      { ...day, include_soft_blocks: true },
      ['09:00 to 10:00', '11:00 to 17:00'],
    ],
    [
      'over blocks with a word of the call',
      inFiles,
      { ...day, include_soft_blocks: true, soft_keywords: ['dentist'] },
      ['09:00 to 14:00', '15:00 to 17:00'],
    ],
    [
      'of two hours',
      inFiles,
      { ...day, duration_minutes: 120 },
      ['11:00 to 14:00', '15:00 to 17:00'],
    ],
    [
      'within other hours',
      inFiles,
      { ...day, working_hours_start: '14:30', working_hours_end: '18:00' },
      ['15:00 to 18:00'],
    ],
    ['over both sources', both, day, ['09:00 to 10:00', '12:00 to 14:00', '15:00 to 17:00']],
  ])('%s', async (_, settings, args, slots) => {
    const said = saidBy(await (await start(settings))('find_my_open_slots', args))
    expect(said.split('\n').slice(1)).toEqual(slots.map((slot) => `2026-11-24 ${slot}`))
  })

  it('is never offered where a calendar cannot be read', async () => {
    const run = await start({ provider: 'files', files: [mine, { path: '/cal/gone.ics' }] })
    expect(await run('find_my_open_slots', day)).toMatchObject({ ok: false })
  })

  it('says what was left out of a file', async () => {
    const run = await start({ provider: 'files', files: [mine, { path: '/cal/broken.ics' }] })
    expect(saidBy(await run('find_my_open_slots', day))).toContain(
      'broken.ics is no calendar file.',
    )
  })
})

describe('time for a group', () => {
  it.each<[string, object, readonly string[], Record<string, unknown>, readonly string[]]>([
    [
      'by Google',
      {},
      ['ada@example.org'],
      { max_suggestions: 2 },
      ['2026-11-24 13:00 to 13:30', '2026-11-24 13:30 to 14:00'],
    ],
    [
      'by files',
      inFiles,
      ['ada@example.org'],
      { duration_minutes: 60, max_suggestions: 2 },
      ['2026-11-24 11:00 to 12:00', '2026-11-24 12:00 to 13:00'],
    ],
    [
      'of whom one is known to nobody',
      {},
      ['ada@example.org', 'bob@example.org'],
      { max_suggestions: 1 },
      [
        '2026-11-24 13:00 to 13:30',
        'Nobody can say when these are free, so they are left out of it: bob@example.org.',
      ],
    ],
    [
      'that is never free together',
      inFiles,
      ['ada@example.org'],
      { duration_minutes: 480 },
      ['There is no time at which all of them are free.'],
    ],
  ])('%s', async (_, settings, participants, more, lines) => {
    const run = await start(settings)
    const said = saidBy(await run('find_group_availability', { participants, ...day, ...more }))
    expect(said.split('\n').slice(1)).toEqual(lines)
  })
})

describe('arguments', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['a day that there is not', 'get_calendar_events', { ...day, end_date: '2026-02-30' }],
    [
      'an end before the start',
      'get_calendar_events',
      { start_date: '2026-11-24', end_date: '2026-11-23' },
    ],
    [
      'more than a year',
      'get_calendar_events',
      { start_date: '2026-01-01', end_date: '2028-01-01' },
    ],
    [
      'a time without an offset',
      'get_calendar_events',
      { ...day, start_date: '2026-11-24T10:00:00' },
    ],
    [
      'two addresses in one',
      'find_group_availability',
      { ...day, participants: ['a@x.org,b@x.org'] },
    ],
    ['nobody', 'find_group_availability', { ...day, participants: [] }],
    [
      'a day that ends before it begins',
      'find_my_open_slots',
      { ...day, working_hours_end: '08:00' },
    ],
    ['a source that is none', 'get_calendar_events', { ...day, provider_preference: 'outlook' }],
    ['a line break', 'search_calendar_events', { query: 'a\nb' }],
  ])('refuse %s', (_, name, args) => {
    const tool = toolsFor(Services.parse({})).find(({ manifest }) => manifest.name === name)
    expect(tool?.input.safeParse(args)).toMatchObject({ success: false })
  })

  it('of a search without days are fixed when they are read', () => {
    const tool = toolsFor(Services.parse({})).find(
      ({ manifest }) => manifest.name === 'search_calendar_events',
    )
    const once = tool?.input.parse({ query: 'x' })
    expect(tool?.input.parse(once)).toEqual(once)
  })
})
