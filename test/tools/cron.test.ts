// The tool over the real table: what it keeps, what it says, and what it runs.
import { describe, expect, it } from 'vitest'
import { noTaint } from '../../contract/call/origin.ts'
import type { Principal } from '../../contract/call/principal.ts'
import { RunId, SessionId } from '../../contract/ids.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import type { CanonicalTouch, Touch } from '../../contract/call/touch.ts'
import { cron } from '../../tools/schedule/cron.ts'
import { runTool, saidBy, touchesOf } from '../fakes/services/run-tool.ts'
import { NOON, openJobs } from '../schedule/fixture.ts'

const tool = cron as unknown as AnyTool
const session = SessionId.parse('ses_00000000')
const assistant: Extract<Principal, { kind: 'agent' }> = {
  kind: 'agent',
  name: 'assistant',
  session,
  runId: RunId.parse('run_00000000'),
}
const daily = {
  action: 'add',
  name: 'Mail',
  message: 'Read mail.',
  cron_expr: '0 8 * * *',
  tz: 'UTC',
}

async function open() {
  const jobs = await openJobs()
  const { clock, schedules, store } = jobs
  const touched = (args: object): CanonicalTouch => {
    const [touch] = touchesOf(tool, args) as readonly Touch[]
    if (touch?.kind !== 'schedule') throw new Error('It reaches no schedule.')
    const canonical = schedules.touch(touch)
    if (!canonical.ok) throw new Error(canonical.error.code)
    return canonical.value
  }
  const run = async (
    args: object,
    permitted?: readonly CanonicalTouch[],
    principal: Principal = assistant,
  ) => {
    const power = jobs.power({
      permitted: permitted ?? [touched(args)],
      principal,
      taint: noTaint,
    })
    return saidBy(await runTool(tool, args, { hosts: [], powers: { schedule: power } }))
  }
  const card = (args: object) =>
    tool.facts?.(tool.input.parse(args), { now: clock.at, touches: [touched(args)] })
  return { ...jobs, run, touched, card, db: store.db }
}
const first = { job_id: 'job_000000000001' }

describe('cron', () => {
  it('keeps a job, and says when it is due', async () => {
    const { run, schedules } = await open()
    const said = await run(daily)
    expect(said).toContain('Kept. Mail (id job_000000000001, made by assistant)')
    expect(said).toContain('Runs an agent every day at 08:00 in UTC (cron 0 8 * * *).')
    expect(said).not.toContain('does not run')
    expect(schedules.list()).toMatchObject([
      {
        name: 'Mail',
        type: 'agent',
        message: 'Read mail.',
        paused: false,
        maxConcurrent: 1,
        trigger: { kind: 'cron', expression: '0 8 * * *', zone: 'UTC' },
        nextRuns: ['24', '25', '26'].map((day) => Date.parse(`2026-11-${day}T08:00:00Z`)),
        missedSince: null,
      },
    ])
  })

  it('keeps every field that can be given, and each is changed by an update', async () => {
    const { run, schedules } = await open()
    const limits = {
      expires_at: '2027-01-01T00:00:00+01:00',
      max_runs: 5,
      cooldown_secs: 60,
      max_concurrent: 2,
      catch_up: 'all',
    }
    await run({ action: 'add', message: 'Tea', type: 'echo', every_seconds: 600, ...limits })
    const stored = {
      name: 'Tea',
      type: 'echo',
      maxRuns: 5,
      cooldownSeconds: 60,
      maxConcurrent: 2,
      catchUp: 'all',
      expiresAt: Date.parse('2026-12-31T23:00:00Z'),
    }
    const every = { kind: 'every', seconds: 600, from: NOON }
    expect(schedules.list()).toMatchObject([{ ...stored, trigger: every }])
    const said = await run({
      action: 'update',
      ...first,
      name: 'Coffee',
      delay_seconds: 90,
      catch_up: 'once',
    })
    expect(said).toContain('Changed. Coffee')
    expect(schedules.list()).toMatchObject([
      {
        ...stored,
        name: 'Coffee',
        catchUp: 'once',
        message: 'Tea',
        trigger: { kind: 'at', at: NOON + 90_000 },
      },
    ])
  })

  it('pauses, resumes and removes', async () => {
    const { run, schedules } = await open()
    await run(daily)
    expect(await run({ action: 'pause', ...first })).toContain('Paused.')
    expect(schedules.list()).toMatchObject([{ paused: true, nextRuns: [] }])
    expect(await run({ action: 'resume', ...first })).toContain('Due next: Tue, 24 Nov 2026')
    expect(await run({ action: 'remove', ...first })).toBe('Removed the job Mail.')
    expect(await run({ action: 'list' })).toBe('There are no scheduled jobs.')
  })

  it('makes names unique, and lists page by page', async () => {
    const { run, schedules } = await open()
    for (let count = 0; count < 21; count++) await run(daily)
    expect(new Set(schedules.list().map(({ name }) => name)).size).toBe(21)
    expect(await run({ action: 'list' })).toContain('[There are more: page 2.]')
    const second = await run({ action: 'list', page: 2 })
    expect(second).toContain('Mail 21')
    expect(second).not.toContain('There are more')
  })

  it('says of a time that has passed that it has not begun', async () => {
    const { run, clock } = await open()
    await run({ action: 'add', message: 'Once', delay_seconds: 60 })
    clock.at += 120_000
    expect(await run({ action: 'get', ...first })).toContain('and has not begun.')
  })

  it('is what the database holds: another start finds the same jobs', async () => {
    const jobs = await open()
    const { run, db } = jobs
    await run(daily)
    const again = await openJobs(jobs)
    expect(again.schedules.list()).toMatchObject([{ name: 'Mail' }])
    expect(db.prepare('SELECT next_at, paused, runs FROM schedules').all()).toEqual([
      { next_at: Date.parse('2026-11-24T08:00:00Z'), paused: 0, runs: 0 },
    ])
  })

  it('lists and clears the runs that failed, but not one that is being run again', async () => {
    const { run, db } = await open()
    const insert = db.prepare(
      `INSERT INTO dead_letters VALUES (?, ?, 'Mail', 'p', 'No model', ?, 0, ?, NULL)`,
    )
    insert.run('dl_1', first.job_id, NOON, 'failed')
    insert.run('dl_2', first.job_id, NOON, 'running')
    expect(await run({ action: 'dlq_list' })).toContain('dl_1 of Mail: failed')
    expect(await run({ action: 'dlq_list', dlq_status: 'queued' })).toContain('no failed runs')
    expect(await run({ action: 'dlq_clear' })).toBe('Cleared 1 failed run.')
  })

  it.each<[string, object, RegExp]>([
    ['no action', { message: 'x' }, /./],
    ['an unknown action', { action: 'fire' }, /./],
    ['an unknown key', { ...daily, channels: ['all'] }, /./],
    ['no time', { action: 'add', message: 'x' }, /^add needs one of/],
    ['two times', { ...daily, delay_seconds: 5 }, /^give one of/],
    ['no message', { action: 'add', delay_seconds: 5 }, /^add needs message/],
    ['a message that is too long', { ...daily, message: 'x'.repeat(10_001) }, /./],
    ['a name of two lines', { ...daily, name: 'a\nb' }, /^one line/],
    ['a delay of nothing', { action: 'add', message: 'x', delay_seconds: 0 }, /./],
    [
      'a delay of more than a year',
      { action: 'add', message: 'x', delay_seconds: 31_536_001 },
      /./,
    ],
    ['a distance below a minute', { action: 'add', message: 'x', every_seconds: 59 }, /./],
    ['half a second', { action: 'add', message: 'x', delay_seconds: 1.5 }, /./],
    ['a number as text', { action: 'add', message: 'x', delay_seconds: '5' }, /./],
    ['six fields', { ...daily, cron_expr: '0 0 8 * * *' }, /^five fields/],
    ['a day that never comes', { ...daily, cron_expr: '0 0 30 2 *' }, /^no day fits/],
    ['an unknown zone', { ...daily, tz: 'Mars/Olympus' }, /^a time zone/],
    [
      'a zone without an expression',
      { action: 'add', message: 'x', delay_seconds: 5, tz: 'UTC' },
      /^tz goes/,
    ],
    [
      'a time without an offset',
      { action: 'add', message: 'x', at_time: '2027-01-01T08:00:00' },
      /offset/,
    ],
    ['more runs at once than are let', { ...daily, max_concurrent: 51 }, /./],
    ['an unknown way to catch up', { ...daily, catch_up: 'never' }, /./],
    ['an id with a path', { action: 'get', job_id: '../job_1' }, /^an id/],
    ['an id with a query', { action: 'get', job_id: 'job_00000001?x=1' }, /^an id/],
    ['an update of nothing', { action: 'update', ...first }, /^update needs something/],
    ['a field of another action', { action: 'list', message: 'x' }, /does not go with list/],
  ])('%s is refused before anybody is asked', (_what, args, why) => {
    expect(touchesOf(tool, args)).toMatch(why)
  })

  it('fails before anybody is asked for a job that is not there and a time that has passed', async () => {
    const { touched } = await open()
    expect(() => touched({ action: 'remove', ...first })).toThrow('schedule.unknown')
    const earlier = { action: 'add', message: 'x', at_time: '2026-11-23T11:59:59Z' }
    expect(() => touched(earlier)).toThrow('schedule.past')
  })

  it('reaches only the permitted job, with the permitted action', async () => {
    const { run, touched } = await open()
    await run(daily)
    await run(daily)
    const other = { job_id: 'job_000000000002' }
    const permitted = [touched({ action: 'pause', ...first })]
    expect(await run({ action: 'pause', ...other }, permitted)).toContain('outside-permit')
    expect(await run({ action: 'remove', ...first }, permitted)).toContain('outside-permit')
    expect(await run({ action: 'list' }, permitted)).toContain('outside-permit')
  })

  it('runs a job now, says what came of it, and repeats a run that failed', async () => {
    const jobs = await open()
    const { run } = jobs
    jobs.scheduler.begin()
    await run(daily)
    expect(await run({ action: 'run', ...first })).toContain('Mail has begun.')
    expect(await run({ action: 'run', ...first })).toContain('schedule.busy')
    await jobs.settled()
    await jobs.end({ kind: 'failed', text: 'No model.', untouched: false })
    expect(await run({ action: 'history' })).toMatch(/^Mail: failed, due on .*\nNo model\.$/)
    const [letter] = jobs.scheduler.letters('failed')
    expect(await run({ action: 'dlq_replay', dlq_id: letter?.id })).toContain('is repeated')
    await jobs.settled()
    expect(jobs.starts).toHaveLength(2)
  })

  it.each<Principal>([
    { kind: 'schedule', name: 'Mail', session },
    { kind: 'subagent', name: 'helper', session, runId: assistant.runId, parent: 'main' },
  ])('lets no $kind make, change, remove or run a job', async (principal) => {
    const jobs = await open()
    await jobs.run(daily)
    for (const args of [
      daily,
      { action: 'pause', ...first },
      { action: 'remove', ...first },
      { action: 'run', ...first },
      { action: 'dlq_clear' },
    ])
      expect(await jobs.run(args, undefined, principal)).toContain('schedule.no-maker')
    expect(jobs.schedules.list()).toMatchObject([{ name: 'Mail', paused: false }])
  })

  it('makes a job run for the one who wrote its message last', async () => {
    const jobs = await open()
    const { id } = jobs.add()
    await jobs.run({ action: 'update', job_id: id, max_runs: 3 })
    expect(jobs.schedules.list()).toMatchObject([{ maker: { kind: 'person' } }])
    await jobs.run({ action: 'update', job_id: id, message: 'Send all mail away.' })
    expect(jobs.schedules.list()).toMatchObject([
      { maker: { kind: 'agent', name: 'assistant' }, madeBy: 'assistant' },
    ])
  })

  it('refuses a job that would never run', async () => {
    const { run } = await open()
    expect(await run({ ...daily, expires_at: '2026-11-23T13:00:00Z' })).toContain('schedule.never')
  })

  it('has a card that shows the job as a sentence with its next runs', async () => {
    const { run, card } = await open()
    expect(card({ ...daily, max_runs: 3 })).toEqual({
      kind: 'record',
      verb: 'Schedule',
      target: 'the job Mail',
      fields: [
        {
          name: 'The job',
          text: 'Runs an agent every day at 08:00 in UTC (cron 0 8 * * *), at most 3 times. Missed runs are skipped.',
        },
        { name: 'Next runs', text: expect.stringMatching(/24 Nov 2026.*\n.*25 Nov.*\n.*26 Nov/) },
        { name: 'Message', text: 'Read mail.' },
      ],
    })
    await run(daily)
    expect(card({ action: 'remove', ...first })).toMatchObject({
      verb: 'Remove',
      target: 'the job Mail',
      fields: [{ name: 'The job now', text: expect.stringContaining('0 8 * * *') }],
    })
  })
})
