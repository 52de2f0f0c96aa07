import { expect, it } from 'vitest'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { SessionId } from '../../../contract/ids.ts'
import { ownCallWatch } from '../../../main/wiring/clients/hook-call-watch.ts'

const principal = {
  kind: 'mcp-client',
  name: 'claude-code',
  session: SessionId.parse('ses_11111111'),
} as const

function fixture({ hooked = true, since = 0 as number | null } = {}) {
  const rows: JournalEntry[] = []
  const clock = { now: 1 }
  const reported = { changed: 0 }
  const watch = ownCallWatch({
    journal: async (entry, when) => {
      // What is not owed is lost where the database cannot be written.
      expect(when).toBe('owed')
      rows.push(entry)
    },
    now: () => clock.now,
    connectedSince: () => since,
    hooked: () => hooked,
    changed: () => void reported.changed++,
    arriveMs: 20,
  })
  return { rows, clock, reported, ...watch }
}

it('writes a row for a call that was let through for the gateway and never came there, and gates the next one', async () => {
  const { rows, expect: expectCall, arrived, strayed } = fixture()
  expectCall(principal, 'read_file')
  expectCall(principal, 'list_files')
  arrived('claude-code', 'list_files')
  await expect.poll(() => rows.length).toBe(1)
  expect(rows[0]).toMatchObject({
    kind: 'refused',
    principal,
    tool: 'read_file',
    error: { code: 'hook.strayed' },
  })
  expect([
    strayed('claude-code', 'read_file'),
    strayed('claude-code', 'list_files'),
    strayed('cursor', 'read_file'),
  ]).toEqual([true, false, false])
  arrived('claude-code', 'read_file')
  expect(strayed('claude-code', 'read_file')).toBe(false)
})

it.each([
  ['is said at once of a hook that was never heard of', { hooked: true, since: 10 }, true],
  ['is not said of a client without a hook', { hooked: false, since: 10 }, false],
  ['is not said of one that has no connection', { hooked: true, since: null }, false],
])('that it is silent %s', (_what, given, silent) => {
  const { arrived, silent: isSilent, received, reported } = fixture(given)
  arrived('claude-code', 'read_file')
  expect([isSilent('claude-code'), reported.changed]).toEqual([silent, silent ? 1 : 0])
  received('claude-code')
  expect(isSilent('claude-code')).toBe(false)
})

it('is said of a hook that fell silent while calls go on, and not of an agent that only waits', () => {
  const { arrived, silent, received, clock } = fixture()
  clock.now = 1_000
  received('claude-code')
  arrived('claude-code', 'read_file')
  clock.now += 11 * 60_000
  arrived('claude-code', 'read_file')
  expect(silent('claude-code')).toBe(false)
  arrived('claude-code', 'read_file')
  expect(silent('claude-code')).toBe(true)
})
