// `gatehouse events`, `webhooks` and `schedules` over a whole Gatehouse: what each says, in words and
// as JSON, and its exit code.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { appContext } from './app-context.ts'

let root: string
let before: string | undefined

beforeEach(() => {
  before = process.env['GATEHOUSE_PASSPHRASE']
  process.env['GATEHOUSE_PASSPHRASE'] = 'correct horse battery'
  root = mkdtempSync(join(tmpdir(), 'gatehouse-cli-events-'))
  mkdirSync(join(root, 'home-workspace'), { recursive: true })
})
afterEach(() => {
  if (before === undefined) delete process.env['GATEHOUSE_PASSPHRASE']
  else process.env['GATEHOUSE_PASSPHRASE'] = before
  rmSync(root, { recursive: true, force: true })
})

async function said(...words: string[]) {
  const context = appContext(join(root, 'home'), { homedir: root })
  const code = await runCli(words, context)
  return { code, out: context.shown(), note: context.noted() }
}
async function json(...words: string[]) {
  const { code, out } = await said(...words, '--json')
  return { code, value: JSON.parse(out) as Record<string, unknown> }
}
const idOf = (text: string): string => /job_[0-9a-z]+/.exec(text)?.[0] ?? ''

describe('gatehouse webhooks', () => {
  it('makes one, shows its secret once, and lists it without @whole', async () => {
    expect((await said('webhooks', 'list')).out).toBe('There is no webhook.\n')
    const created = await said('webhooks', 'add', 'build')
    const secret = /^whsec_\S+$/m.exec(created.out)?.[0] ?? ''
    expect([created.code, secret.length]).toEqual([0, 50])
    const listed = await said('webhooks', 'list')
    expect(listed.out).toMatch(/^build +open +0 +never +not listening$/m)
    expect(listed.out).not.toContain(secret)
    const renewed = await json('webhooks', 'renew', 'build')
    expect(renewed).toMatchObject({ code: 0, value: { name: 'build', url: null } })
    expect(renewed.value['secret']).not.toBe(secret)
    expect((await said('webhooks', 'pause', 'build')).out).toMatch(/^build +paused/m)
    expect((await said('webhooks', 'resume', 'build')).out).toMatch(/^build +open/m)
    expect((await said('webhooks', 'remove', 'build')).out).toBe('There is no webhook.\n')
  })

  it('says what is wrong @whole', async () => {
    await said('webhooks', 'add', 'build')
    expect(await said('webhooks', 'add', 'build')).toMatchObject({
      code: 1,
      note: expect.stringContaining('There is a webhook named build already.') as string,
    })
    expect(await said('webhooks', 'add', 'Not A Name')).toMatchObject({
      code: 2,
      note: expect.stringContaining('lower-case letters') as string,
    })
    expect(await json('webhooks', 'remove', 'other')).toMatchObject({
      code: 1,
      value: { error: { code: 'webhook.unknown' } },
    })
  })
})

describe('gatehouse events', () => {
  it('takes one in, lists it, shows it and marks it @whole', async () => {
    expect((await said('events', 'list')).out).toBe('No event came in.\n')
    const sent = await said('events', 'send', 'build', 'It FAILED.\u202e', '--type', 'build.failed')
    expect([sent.code, sent.out]).toEqual([0, 'Kept as event 1. No job waits for one like it.\n'])
    const listed = await said('events', 'list', 'pending', '--from', 'build')
    expect(listed.out).toMatch(/^1 .* build +build\.failed +pending .*It FAILED\.⟨U\+202E⟩$/m)
    expect((await said('events', 'list', '--type', 'other')).out).toBe('No event came in.\n')
    const shown = await said('events', 'show', '1')
    expect(shown.out).toContain('Careful: it has hidden characters')
    expect((await said('events', 'process', '1')).out).toBe(
      'The event 1 of build is marked as processed.\n',
    )
    expect(await json('events', 'list', 'processed')).toMatchObject({
      code: 0,
      value: { events: [{ id: 1, channel: 'command', state: 'processed' }] },
    })
  })

  it.each([
    [['events', 'show', '9'], 1, 'There is no event 9.'],
    [['events', 'show', 'x'], 2, 'is not the id of an event'],
    [['events', 'list', 'lost'], 2, 'There is no state "lost".'],
    [['events', 'send', 'A B', 'x'], 2, 'SOURCE:'],
    [['events', 'send', 'build', 'x', '--type', 'a b'], 2, '--type:'],
    [['events', 'send', 'build', ''], 2, 'The event has no text.'],
  ] as const)('%j says what is wrong @whole', async (words, code, note) => {
    const answer = await said(...words)
    expect([answer.code, answer.note.includes(note)]).toEqual([code, true])
  })
})

describe('gatehouse schedules', () => {
  it('makes a job that waits for an event, within limits, and the event starts it @whole', async () => {
    await said('webhooks', 'add', 'build')
    const created = await said(
      ...['schedules', 'add', 'Build', 'Tea.', '--echo', '--event', 'failed', '--from', 'build'],
      ...['--cooldown', '60', '--concurrent', '2', '--max-runs', '1'],
    )
    expect(created.code).toBe(0)
    expect(created.out).toContain(
      'Shows the message when an event of build matches failed, at most 1 time, at least 1 minute apart, up to 2 runs at the same time.',
    )
    expect((await said('schedules', 'list')).out).toContain('with an event')
    const sent = await said('events', 'send', 'build', 'It FAILED.')
    expect(sent.out).toBe('Kept as event 1. It started: Build\n')
    expect((await said('events', 'send', 'build', 'It FAILED again.')).out).toContain(
      'No job waits',
    )
    expect((await said('events', 'send', 'other', 'It FAILED.')).out).toContain('No job waits')
  })

  it('lists, shows, pauses, resumes and removes a job @whole', async () => {
    expect((await said('schedules', 'list')).out).toBe('No jobs are scheduled.\n')
    const id = idOf((await said('schedules', 'add', 'Tea', 'Make tea.', '--every', '3600')).out)
    expect((await said('schedules', 'show', id)).out).toContain('Runs an agent every 1 hour.')
    expect((await said('schedules', 'pause', id)).out).toBe('Tea is paused.\n')
    expect(await json('schedules', 'list')).toMatchObject({
      code: 0,
      value: { jobs: [{ id, paused: true }] },
    })
    expect((await said('schedules', 'resume', id)).out).toBe('Tea continues.\n')
    expect((await said('schedules', 'history')).out).toBe('No job has run yet.\n')
    expect((await said('schedules', 'failed')).out).toBe('No runs failed.\n')
    expect((await said('schedules', 'clear')).out).toBe('Removed: 0.\n')
    expect((await said('schedules', 'remove', id)).out).toBe('The job is removed.\n')
    expect((await json('schedules', 'list')).value).toEqual({ jobs: [] })
  })

  it('says what a call of a job would meet, and approves one beforehand only where a person is @whole', async () => {
    const id = idOf((await said('schedules', 'add', 'Tea', 'Make tea.', '--every', '3600')).out)
    const write = ['--tool', 'write_file', '--args', '{"path":"tea.txt","content":"Earl Grey"}']
    expect((await said('schedules', 'preflight', id)).out).toContain('No earlier run made a call.')
    expect(await json('schedules', 'preflight', id, '--tool', 'write_fil')).toMatchObject({
      code: 1,
      value: {
        error: {
          code: 'schedule.undecided',
          text: expect.stringContaining('There is no tool named write_fil'),
        },
      },
    })
    const met = await said('schedules', 'preflight', id, ...write)
    expect(met.out).toMatch(/^asks +R2 +Create tea\.txt +possible /m)
    expect(await json('schedules', 'preflight', id, ...write)).toMatchObject({
      code: 0,
      value: { calls: [{ effect: 'confirm', givable: true }], given: [] },
    })
    const give = ['schedules', 'give', id, ...write, '--max-uses', '2', '--expires', '8h']
    // Nobody is at a terminal, and no passphrase is set: nothing is approved.
    const nobody = await said(...give)
    expect([nobody.code, (await json('leases', 'list')).value]).toEqual([
      4,
      { leases: [], allowed: [] },
    ])
  })

  it.each([
    [['preflight', 'job_00000000'], 1, 'There is no job'],
    [['preflight', 'job_00000000', '--args', '{}'], 2, '--args goes with --tool'],
    [['preflight', 'job_00000000', '--tool', 'exec', '--args', '{'], 2, '--args is not valid JSON'],
    [
      ['preflight', 'job_00000000', '--tool', 'exec', '--args', '{"a":1,"a":2}'],
      2,
      'has the key "a" twice',
    ],
    [['give', 'job_00000000', '--tool', 'exec'], 2, '--max-uses and --expires'],
    [['add', 'Tea', 'Make tea.'], 2, 'Give one of --cron'],
    [['add', 'Tea', 'Make tea.', '--every', '5'], 2, '--every needs a whole number'],
    [['add', 'Tea', 'Make tea.', '--event', '('], 2, 'a regular expression'],
    [['add', 'Tea', 'Make tea.', '--every', '60', '--from', 'x'], 2, '--from goes with --event'],
    [['add', 'Tea', 'Make tea.', '--every', '60', '--concurrent', 'many'], 2, '--concurrent needs'],
    [
      ['add', 'Tea', 'Make tea.', '--every', '60', '--until', 'never'],
      2,
      '--until is not a date and time.',
    ],
    [['show', 'job_00000000'], 1, 'There is no job'],
    [['run', 'x'], 2, 'is not the id of a job'],
    [['failed', 'lost'], 2, 'There is no state lost.'],
    [['repeat', 'dl_1'], 1, 'There is no failed run dl_1.'],
    [['discard', 'dl_1'], 1, 'There is no failed run dl_1.'],
  ] as const)('schedules %j says what is wrong @whole', async (words, code, note) => {
    const answer = await said('schedules', ...words)
    expect([answer.code, answer.note.includes(note), answer.note]).toEqual([
      code,
      true,
      answer.note,
    ])
  })
})
