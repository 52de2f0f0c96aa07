// Reminders with the real table: due in a zone, completed, and shown once when they are due.
import { describe, expect, it } from 'vitest'
import { openAlerts } from '../../../main/records/alerts.ts'
import { openDueWatch } from '../../../main/records/due-watch.ts'
import { NOON, recordsFixture } from './fixture.ts'

type Own = { readonly title: string; readonly subtitle: string; readonly message: string }

async function watched() {
  const fixture = await recordsFixture()
  const { records, context } = fixture
  const shown: Own[] = []
  const screen = { open: true }
  const now = (): number => context.now
  const watch = openDueWatch({
    records,
    alerts: openAlerts({ records, decided: async () => 0, fileMark: async () => null, now }),
    notifier: {
      own: async ({ title, subtitle, message }) => {
        if (screen.open) shown.push({ title, subtitle, message })
        return screen.open
      },
    },
    now,
    report: (fault) => {
      throw fault
    },
  })
  return { ...fixture, watch, shown, screen }
}

describe('reminders', () => {
  it.each([
    ['2026-11-26T14:00', 'Europe/Berlin', '2026-11-26T13:00:00.000Z'],
    ['2026-11-27', 'Asia/Tokyo', '2026-11-27T00:00:00.000Z'],
    ['2026-11-27T09:00:00+05:30', 'Europe/Berlin', '2026-11-27T03:30:00.000Z'],
    ['2026-11-27T09:00Z', 'Europe/Berlin', '2026-11-27T09:00:00.000Z'],
  ])('for %s in %s are due at %s', async (due_date, tz, moment) => {
    const { run, records } = await recordsFixture()
    await run('create_reminder', { title: 'Call', due_date, tz })
    const [reminder] = records.list('reminder', { query: null, states: null, most: 1 })
    expect(new Date(reminder?.dueAt ?? 0).toISOString()).toBe(moment)
  })

  it.each([['tomorrow'], ['2026-13-01'], ['2026-02-30'], ['25:00'], ['2026-11-27T09:00 CET']])(
    'take no date like %s',
    async (due_date) => {
      const { run } = await recordsFixture()
      await expect(run('create_reminder', { title: 'Call', due_date })).rejects.toThrow('a day')
    },
  )

  it('are listed by list, found by words, and completed', async () => {
    const { run } = await recordsFixture()
    await run('create_reminder', { title: 'Buy tea', list_name: 'Shop', notes: 'Green.' })
    await run('create_reminder', { title: 'Call Ada', priority: 1 })
    expect((await run('list_reminders', { list_name: 'shop' })).text).toBe(
      '[1] Buy tea (open)\nList: Shop\nNotes: Green.\nKept by: main',
    )
    expect((await run('complete_reminder', { reminder_id: 1 })).text).toBe(
      'Completed the reminder 1, Buy tea.',
    )
    expect((await run('search_reminders', { query: 'green' })).text).toBe('No reminder fits.')
    expect(
      (await run('search_reminders', { query: 'green', include_completed: true })).text,
    ).toContain('(completed)')
    expect((await run('list_reminders', { completed: true })).text).toContain('Buy tea')
    expect((await run('list_reminders')).text).toContain('Call Ada')
  })

  it('are shown once when they are due, and not before a window is open', async () => {
    const { run, watch, shown, screen, context } = await watched()
    await run('create_reminder', { title: 'Call Ada', due_date: '2026-11-26T12:30Z' })
    context.untrusted = 'evil.example'
    await run('create_reminder', { title: 'Pay', due_date: '2026-11-26T12:31Z' })
    await run('create_reminder', { title: 'No date' })
    await watch.look()
    expect(shown).toEqual([])
    context.now = NOON + 3_600_000
    screen.open = false
    await watch.look()
    screen.open = true
    await watch.look()
    await watch.look()
    expect(shown).toEqual([
      { title: 'Reminder', subtitle: 'Kept by main', message: 'Call Ada' },
      {
        title: 'Reminder',
        subtitle: 'Kept by main; may hold text from evil.example, which anyone may have written',
        message: 'Pay',
      },
    ])
    await watch.dispose()
  })
})
