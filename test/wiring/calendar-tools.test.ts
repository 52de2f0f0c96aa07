// The tools that look into calendars, in a whole Gatehouse: what only lookUps runs alone, and what
// sends the addresses of others asks first.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  inHome,
  runApproved,
  startAll,
  startServices,
  wholeApp,
} from '../fakes/services/whole-app.ts'

wholeApp()

const days = { start_date: '2026-11-24', end_date: '2026-11-25' }
const lookUps: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['get_calendar_events', days, 'Dentist'],
  ['search_calendar_events', { query: 'dentist', ...days }, 'Dentist'],
  ['find_my_open_slots', days, '2026-11-25'],
]
const group = { participants: ['ada@example.org'], ...days }

describe('tools for calendars in a whole Gatehouse', () => {
  it('run without approval over Google Calendar, except for asking when others are free @whole', async () => {
    await startAll()
    const named = ['get_calendar_events', { ...days, calendar_name: 'Team' }, 'Planning'] as const
    for (const [tool, args, text] of [...lookUps, named]) {
      const { result, held } = await runApproved(tool, args)
      expect([tool, result.status, result.route, held]).toEqual([tool, 'done', 'policy', null])
      expect(result.text).toContain(text)
    }
    const { result, held } = await runApproved('find_group_availability', group)
    expect([result.status, result.route, held?.decision.tier]).toEqual(['done', 'person', 'R3'])
    expect(result.text).toContain('2026-11-24')
  }, 600_000)

  it('run without approval over a calendar file in the workspace', async () => {
    const workspace = inHome('../work')
    mkdirSync(workspace)
    const file = join(workspace, 'mine.ics')
    writeFileSync(
      file,
      [
        ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Dentist'],
        ...['DTSTART:20261124T100000Z', 'DURATION:PT1H', 'END:VEVENT', 'END:VCALENDAR'],
      ].join('\r\n'),
    )
    await startServices({
      more: `workspace: ${workspace}\n`,
      extra: `  calendar: { provider: files, files: [{ path: ${file} }] }\n`,
    })
    for (const [tool, args, text] of [
      ...lookUps,
      ['find_group_availability', group, 'left out'] as const,
    ]) {
      const { result, held } = await runApproved(tool, args)
      expect([tool, result.status, result.route, held]).toEqual([tool, 'done', 'policy', null])
      expect(result.text).toContain(text)
    }
  }, 600_000)

  it('says which setting is missing where no file is named @whole', async () => {
    await startServices({ extra: '  calendar: { provider: files }\n' })
    const { result } = await runApproved('get_calendar_events', days)
    expect(result).toMatchObject({ status: 'denied' })
    expect(JSON.stringify(result)).toContain('services.calendar.files')
  }, 600_000)
})
