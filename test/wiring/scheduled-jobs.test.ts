// A job over the whole app: its run, the queue for what needs approval, the stop, and a restart.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'

let root: string
let app: App

const start = async (): Promise<void> => {
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const opened = await openApp({ host: 'browser', paths, version: '0.0.0-test' })
  if (!opened.ok) throw new Error(opened.error.text)
  app = opened.value
}
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-jobs-'))
  mkdirSync(join(root, 'home'), { mode: 0o700 })
  mkdirSync(join(root, 'work'))
  writeFileSync(join(root, 'work', 'notes.txt'), 'one line\n')
  writeFileSync(
    join(root, 'home', 'config.yaml'),
    `preset: ask\nworkspace: ${join(root, 'work')}\n`,
  )
  await start()
})
afterEach(async () => {
  await app.dispose()
  rmSync(root, { recursive: true, force: true })
})

async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await app.call(channel, input, { surface: 'window' })
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}
const newest = { id: null, before: null, limit: 10 }
const soon = { timeout: 60_000 }
const add = (message: string, more: object = {}) =>
  ask('schedules.add', {
    name: 'Job',
    type: 'agent' as const,
    message,
    trigger: { kind: 'every' as const, seconds: 3_600 },
    ...more,
  })
const firstOf = ([first]: Output<'approvals.list'>) => {
  if (first === undefined) throw new Error('Nothing is held.')
  return first
}
const states = async (): Promise<string[]> =>
  (await ask('schedules.history', newest)).map(({ state }) => state)

describe('a scheduled job', () => {
  it('runs when it is due, in a run of its own', async () => {
    const job = await add('read notes.txt', { trigger: { kind: 'delay', seconds: 1 } })
    await expect.poll(states, soon).toEqual(['succeeded'])
    const [ran] = await ask('schedules.history', { ...newest, id: job.id })
    if (ran === undefined || ran.run === null) throw new Error('It has no transcript.')
    const { run, items } = await ask('runs.get', { id: ran.run })
    expect(run).toMatchObject({
      title: 'Job',
      agent: 'main',
      state: 'idle',
      session: ran.session,
      schedule: { job: job.id, name: 'Job', maker: { kind: 'person', name: 'you' } },
    })
    const call = items.find((item) => item.kind === 'call')
    expect(call).toMatchObject({ tool: 'read_file', state: { result: { text: /one line/ } } })
  })

  it('waits for a person where it needs approval, and reports when nobody gave it @whole', async () => {
    const { id } = await add('write out.txt: from a job')
    await ask('schedules.run', { id })
    let held: Output<'approvals.list'> = []
    await expect
      .poll(async () => {
        held = await ask('approvals.list', { states: ['pending'], limit: 10 })
        return held.length
      }, soon)
      .toBe(1)
    expect(held[0]).toMatchObject({
      channel: 'schedule',
      principal: { kind: 'schedule', name: 'Job', job: id, agent: 'main' },
    })
    expect(existsSync(join(root, 'work', 'out.txt'))).toBe(false)
    await ask('approvals.answer', { id: firstOf(held).id, answer: 'once' })
    await expect.poll(states, soon).toEqual(['succeeded'])
    expect(readFileSync(join(root, 'work', 'out.txt'), 'utf8')).toContain('from a job')
    await ask('schedules.run', { id })
    await expect
      .poll(async () => {
        held = await ask('approvals.list', { states: ['pending'], limit: 10 })
        return held.length
      }, soon)
      .toBe(1)
    await ask('approvals.answer', { id: firstOf(held).id, answer: 'deny-once' })
    await expect.poll(states, soon).toEqual(['succeeded', 'succeeded'])
    expect((await ask('schedules.history', newest))[0]?.text).toMatch(
      /^One call was not approved\./,
    )
  })

  it('does not start while everything is stopped, and a job that is running ends @whole', async () => {
    const { id } = await add('write out.txt: from a job')
    await ask('schedules.run', { id })
    await expect
      .poll(
        async () => (await ask('approvals.list', { states: ['pending'], limit: 9 })).length,
        soon,
      )
      .toBe(1)
    await ask('emergency-stop.stop', {})
    await expect.poll(states, soon).toEqual(['stopped'])
    const refused = await app.call('schedules.run', { id }, { surface: 'window' })
    expect(refused).toMatchObject({ ok: false, error: { code: 'emergency-stop.stopped' } })
    expect(await ask('schedules.list', {})).toMatchObject([{ held: /Everything is stopped/ }])
  })

  it('whose run was cut off by the end of Gatehouse is kept as failed @whole', async () => {
    const { id } = await add('write out.txt: from a job')
    await ask('schedules.run', { id })
    await expect
      .poll(
        async () => (await ask('approvals.list', { states: ['pending'], limit: 9 })).length,
        soon,
      )
      .toBe(1)
    await app.dispose()
    await start()
    expect(await states()).toEqual(['failed'])
    expect(await ask('schedules.failed', { state: null })).toMatchObject([
      { state: 'failed', nextAt: null },
    ])
  })
})
