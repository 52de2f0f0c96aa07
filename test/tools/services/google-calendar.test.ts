import { describe, expect, it } from 'vitest'
import { Services } from '../../../contract/policy/config/services.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import { googleCalendar } from '../../../tools/google-calendar.ts'
import { fakeGoogle, GOOGLE_TOKEN } from '../../fakes/services/google.ts'
import { runTool, saidBy } from '../../fakes/services/run-tool.ts'
import { sharedRules } from './shared-rules.ts'

const credentials = {
  'google-account': { header: 'authorization', value: `Bearer ${GOOGLE_TOKEN}` },
}
const start = async () => {
  const service = await fakeGoogle()
  const calendar = `${service.url}/calendar/v3`
  const tool = googleCalendar(Services.parse({ google: { calendar } })) as unknown as AnyTool
  const run = (args: Record<string, unknown>) =>
    runTool(tool, args, { hosts: service.hosts, credentials })
  return { tool, service, credentials, run }
}
const event = {
  summary: 'Talk',
  start: '2026-11-24T14:00:00+01:00',
  end: '2026-11-24T15:00:00+01:00',
}

sharedRules('google_calendar', start, {
  reading: { action: 'list_events' },
  changing: { action: 'create_event', ...event },
  refused: [
    ['a path as an id', { action: 'get_event', event_id: '../x' }],
    ['a query in a calendar', { action: 'list_events', calendar_id: 'primary?x=' }],
    ['a way up as a calendar', { action: 'list_events', calendar_id: '..' }],
    [
      'a time without an offset or a zone',
      { action: 'create_event', ...event, start: '2026-11-24T14:00:00' },
    ],
    [
      'a zone that there is not',
      {
        action: 'create_event',
        ...event,
        start: '2026-11-24T14:00:00',
        end: '2026-11-24T15:00:00',
        timezone: 'Mars/Olympus',
      },
    ],
    [
      'a day that there is not',
      {
        action: 'create_event',
        ...event,
        start: '2025-02-29',
        end: '2025-03-02',
        all_day: true,
      },
    ],
    [
      'a day without a next one in four digits',
      {
        action: 'create_event',
        ...event,
        start: '9999-12-31',
        end: '9999-12-31',
        all_day: true,
      },
    ],
    [
      'a time that ends before it begins',
      {
        action: 'list_events',
        time_min: '2026-11-25T00:00:00Z',
        time_max: '2026-11-20T00:00:00Z',
      },
    ],
    ['a day that is a time', { action: 'create_event', ...event, all_day: true }],
    [
      'an end before the start',
      { action: 'create_event', ...event, end: '2026-11-24T13:00:00+01:00' },
    ],
    ['a time that is none', { action: 'create_event', ...event, start: 'tomorrow' }],
    ['two addresses in one', { action: 'create_event', ...event, attendees: ['a@x.org,b@x.org'] }],
    ['a zone that is none', { action: 'create_event', ...event, timezone: '../etc' }],
    ['a line break in a title', { action: 'create_event', ...event, summary: 'a\nb' }],
    ['an answer nobody knows', { action: 'rsvp', event_id: 'e1', response: 'maybe' }],
  ],
})

describe('google_calendar', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ action: 'list_events' }, 'Dentist (id e1)'],
    [{ action: 'list_calendars' }, 'Mine (id me@example.org, primary)'],
    [{ action: 'get_event', event_id: 'e1' }, 'Where: Rome'],
    [{ action: 'create_event', ...event }, 'Talk (id e2)'],
    [{ action: 'update_event', event_id: 'e1', summary: 'Doctor' }, 'Doctor (id e1)'],
    [{ action: 'delete_event', event_id: 'e1' }, 'Deleted.'],
    [{ action: 'rsvp', event_id: 'e1', response: 'accepted' }, 'Answered: accepted.'],
  ])('%j', async (args, text) => {
    const { run } = await start()
    expect(saidBy(await run(args))).toContain(text)
  })

  it('asks for a week from now where nothing is said, and keeps that time', async () => {
    const { tool } = await start()
    const once = tool.input.parse({ action: 'list_events' })
    expect(tool.input.parse(once)).toEqual(once)
    expect(once).toMatchObject({ time_min: expect.any(String), time_max: expect.any(String) })
  })

  it('ends a whole day on the first that is free again', async () => {
    const { run, service } = await start()
    await run({
      action: 'create_event',
      summary: 'Fair',
      all_day: true,
      start: '2026-12-30',
      end: '2026-12-31',
    })
    expect(service.changed[0]?.body).toMatchObject({
      start: { date: '2026-12-30' },
      end: { date: '2027-01-01' },
    })
  })

  it('turns hours into whole days and back, without a trace of what the event was before', async () => {
    const { run, service } = await start()
    const days = { all_day: true, start: '2026-12-30', end: '2026-12-30' }
    await run({ action: 'update_event', event_id: 'e1', ...days })
    expect(service.events[0]).toMatchObject({
      start: { date: '2026-12-30' },
      end: { date: '2026-12-31' },
    })
    const { summary: _summary, ...hours } = event
    const back = saidBy(await run({ action: 'update_event', event_id: 'e1', ...hours }))
    expect(back).toContain(`${event.start} to ${event.end}`)
    expect(service.events[0]).toMatchObject({ start: { dateTime: event.start } })
    expect(JSON.stringify(service.events[0])).not.toContain('"date"')
  })

  it('says who is written to, and writes to nobody who was not named', async () => {
    const { tool, run, service } = await start()
    const invited = { ...event, attendees: ['ada@example.org'] }
    const args = tool.input.parse({ action: 'create_event', ...invited })
    expect(tool.touches(args)[0]).toMatchObject({ recipients: ['ada@example.org'] })
    expect(tool.facts?.(args, { now: 0, touches: [] })).toMatchObject({
      kind: 'event',
      invited: ['ada@example.org'],
      notified: 'Everyone invited gets a message',
    })
    await run({ action: 'create_event', ...event })
    expect(service.changed[0]?.path).toContain('sendUpdates=none')
  })
})
