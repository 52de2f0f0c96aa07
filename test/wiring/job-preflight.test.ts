// What a job would meet, and what a person approves for it beforehand: decided by the gate that decides
// its calls, for that job alone, within limits, and over when the job becomes another.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'

const soon = { timeout: 60_000 }
let root: string
let app: App

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-preflight-'))
  mkdirSync(join(root, 'home'), { mode: 0o700 })
  mkdirSync(join(root, 'work'))
  writeFileSync(join(root, 'work', 'notes.txt'), 'one line\n')
  writeFileSync(
    join(root, 'home', 'config.yaml'),
    `preset: ask\nworkspace: ${join(root, 'work')}\n`,
  )
  const opened = await openApp({
    host: 'browser',
    version: '0.0.0-test',
    gatewayPort: 0,
    webhookPort: 0,
    paths: findAppPaths({
      env: { GATEHOUSE_HOME: join(root, 'home') },
      platform: process.platform,
      homedir: root,
    }),
  })
  if (!opened.ok) throw new Error(opened.error.text)
  app = opened.value
})
afterEach(async () => {
  await app.dispose()
  rmSync(root, { recursive: true, force: true })
})

const call = <C extends IpcChannel>(channel: C, input: Input<C>) =>
  app.call(channel, input, { surface: 'window' })
async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await call(channel, input)
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}
const hourly = { kind: 'every' as const, seconds: 3_600 }
const add = (message: string, name = 'Report', trigger: object = hourly) =>
  ask('schedules.add', {
    name,
    type: 'agent' as const,
    message,
    trigger: trigger as typeof hourly,
  })
const states = async (id: Output<'schedules.add'>['id']) =>
  (await ask('schedules.history', { id, before: null, limit: 9 })).map(({ state }) => state)
const held = () => ask('approvals.list', { states: ['pending'], limit: 9 })
const write = { tool: 'write_file', args: { path: 'out.txt', content: 'from a job' } }
const read = { tool: 'read_file', args: { path: 'notes.txt' } }
const limits = { maxUses: 1, expiresInSeconds: 3_600 }

const filter = {
  kinds: ['lease'],
  text: '',
  tool: null,
  effect: null,
  callId: null,
  runId: null,
}

describe('the preflight of a job', () => {
  it('says which expected calls run, ask and cannot be, and runs none of them', async () => {
    const { id } = await add('write out.txt: from a job')
    const {
      calls,
      tools,
      held: why,
    } = await ask('schedules.preflight', {
      id,
      expected: [
        read,
        write,
        { tool: 'exec', args: { command: 'rm -rf /' } },
        { tool: 'spawn', args: { task: 'x' } },
      ],
    })
    expect(why).toBeNull()
    expect(calls.map(({ effect, givable }) => [effect, givable])).toEqual([
      ['allow', false],
      ['confirm', true],
      ['confirm', false],
      [null, false],
    ])
    expect(tools.find(({ tool }) => tool === 'write_file')).toMatchObject({ usually: 'confirm' })
    expect(tools.some(({ tool }) => tool === 'spawn')).toBe(false)
    expect([existsSync(join(root, 'work', 'out.txt')), await held()]).toEqual([false, []])
  })

  it('knows what earlier runs called', async () => {
    const { id } = await add('read notes.txt')
    await ask('schedules.run', { id })
    await expect.poll(() => states(id), soon).toEqual(['succeeded'])
    const { calls } = await ask('schedules.preflight', { id, expected: [] })
    expect(calls).toMatchObject([{ ...read, from: 'earlier', effect: 'allow', tier: 'R1' }])
  })

  it('is as strict as text of anyone makes it for a job that waits for an event @whole', async () => {
    const event = { kind: 'event', pattern: '.', source: null }
    const { id } = await add('Remind me.', 'On event', event)
    const reminder = { tool: 'create_reminder', args: { title: 'Look' } }
    const { calls } = await ask('schedules.preflight', { id, expected: [reminder] })
    expect(calls).toMatchObject([
      { effect: 'confirm', tier: 'R3', text: /anyone may have written/ },
    ])
  })
})

describe('an approval given beforehand', () => {
  it('lets just that call of that job run, as often as it says, and then it asks again @whole', async () => {
    const { id } = await add('write out.txt: from a job')
    const other = await add('write out.txt: from a job', 'Other')
    const given = await ask('schedules.give', { id, call: write, ...limits, confirmed: true })
    expect(given).toMatchObject({ uses: 0, maxUses: 1, text: /for the job Report$/ })
    expect(await ask('schedules.preflight', { id, expected: [write] })).toMatchObject({
      calls: [{ effect: 'allow', lease: given.lease }],
      given: [{ lease: given.lease }],
    })
    const rows = (await ask('audit.page', { limit: 20, filter })).rows.map(({ entry }) => entry)
    expect(rows.find(({ kind }) => kind === 'lease')).toMatchObject({
      change: 'granted',
      tool: 'write_file',
      text: /^Allows Create out\.txt, for the job Report, until .*, once at most\.$/,
    })
    // Another job, another file, another text: none of them is covered.
    const others = [
      { tool: 'write_file', args: { path: 'b.txt', content: 'from a job' } },
      { tool: 'write_file', args: { path: 'out.txt', content: 'something else' } },
    ]
    expect(
      (await ask('schedules.preflight', { id, expected: others })).calls.map(
        ({ effect }) => effect,
      ),
    ).toEqual(['confirm', 'confirm'])
    expect(await ask('schedules.preflight', { id: other.id, expected: [write] })).toMatchObject({
      calls: [{ effect: 'confirm' }],
    })
    await ask('schedules.run', { id })
    await expect.poll(() => states(id), soon).toEqual(['succeeded'])
    expect(existsSync(join(root, 'work', 'out.txt'))).toBe(true)
    await ask('schedules.run', { id })
    await expect.poll(async () => (await held()).length, soon).toBe(1)
  })

  it('ends when the job does something else, is due otherwise, or is gone @whole', async () => {
    const effectOf = async (id: Output<'schedules.add'>['id']) =>
      (await ask('schedules.preflight', { id, expected: [write] })).calls[0]?.effect
    const changes = [{ message: 'read notes.txt' }, { trigger: { kind: 'every', seconds: 60 } }]
    for (const change of changes as readonly Input<'schedules.change'>['change'][]) {
      const { id } = await add('write out.txt: from a job')
      await ask('schedules.give', { id, call: write, ...limits, confirmed: true })
      await ask('schedules.change', { id, change: { paused: true } })
      expect(await effectOf(id)).toBe('allow')
      await ask('schedules.change', { id, change })
      expect(await effectOf(id)).toBe('confirm')
    }
    const { id } = await add('write out.txt: from a job')
    const { lease } = await ask('schedules.give', { id, call: write, ...limits, confirmed: true })
    await ask('schedules.remove', { id })
    expect((await ask('leases.list', { all: false })).some((each) => each.id === lease)).toBe(false)
  })

  it('is refused where the call needs no approval, where it cannot last, and without confirmation @whole', async () => {
    const { id } = await add('write out.txt: from a job')
    const give = (expected: typeof write | typeof read, more: object = { confirmed: true }) =>
      call('schedules.give', { id, call: expected, ...limits, ...more })
    expect(await give(read)).toMatchObject({ ok: false, error: { code: 'schedule.not-asked' } })
    expect(
      await call('schedules.give', {
        id,
        ...limits,
        confirmed: true,
        call: { tool: 'exec', args: { command: 'rm -rf /' } },
      }),
    ).toMatchObject({ ok: false })
    expect(await give(write, {})).toMatchObject({
      ok: false,
      error: { code: 'policy.unconfirmed' },
    })
    expect(
      await call('schedules.give', {
        id,
        call: write,
        maxUses: 1,
        confirmed: true,
        expiresInSeconds: 0,
      }),
    ).toMatchObject({ ok: false })
  })
})
