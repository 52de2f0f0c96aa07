// What held calls cost, in what is read and made for them and not in time: no question of the
// store, and no state for nobody.
// @module-tag whole
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import type { AppState } from '../../contract/ipc/app-state.ts'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import { openApp } from '../../main/wiring/app.ts'
import { announceState } from '../../main/wiring/announce-state.ts'
import { openBroadcast } from '../../main/ipc/broadcast.ts'
import { openAgent } from '../faults/driver/agent-socket.ts'

it(
  'holds calls, counts them and reports them without reading the database',
  { timeout: 600_000 },
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'gatehouse-held-'))
    mkdirSync(join(root, 'home-workspace'))
    const paths = findAppPaths({
      env: { GATEHOUSE_HOME: join(root, 'home') },
      platform: process.platform,
      homedir: root,
    })
    const composed = await openApp({
      host: 'browser',
      paths: paths,
      version: '0.0.0-test',
      gatewayPort: 0,
    })
    if (!composed.ok) throw new Error(composed.error.text)
    const app = composed.value
    const agents = await Promise.all(
      ['one', 'two', 'three'].map((name) => openAgent(paths.socketFile, name)),
    )
    onTestFinished(async () => {
      for (const agent of agents) agent.close()
      await app.dispose()
      rmSync(root, { recursive: true, force: true })
    })
    const ask = async (channel: string, input: unknown): Promise<unknown> => {
      const answer = await app.call(channel, input, { surface: 'window' })
      if (!answer.ok) throw new Error(answer.error.text)
      return answer.value
    }
    const held = async (): Promise<number> => ((await ask('app.state', {})) as AppState).held
    const hold = async (from: number, to: number): Promise<void> => {
      for (let at = from; at < to; at++) {
        const agent = agents[at % agents.length]
        agent?.call('write_file', { path: `${at}.txt`, content: `${at}` }).catch(() => {})
      }
      await expect.poll(held).toBe(to)
    }
    const events: PanelEvent[] = []
    const stop = app.subscribe((event) => void events.push(event))
    const opened = (): number => events.filter(({ kind }) => kind === 'approval-opened').length
    await hold(0, 120)
    // A held call is counted before its event is sent.
    await expect.poll(opened).toBe(120)
    // A page may be longer by what was held in the same millisecond as its last one.
    const page = (await ask('approvals.list', {
      states: ['pending'],
      limit: 10,
    })) as readonly Approval[]
    expect(page.length).toBeGreaterThanOrEqual(10)
    expect(page.slice(10).filter(({ createdAt }) => createdAt !== page[9]?.createdAt)).toEqual([])

    // From now on none of their questions can be read: anyone who tries gets nothing.
    const db = new Database(paths.databaseFile)
    db.exec(`DROP TRIGGER approvals_question; UPDATE approvals SET body = 'unreadable'`)
    db.close()
    expect(await ask('approvals.list', { states: ['pending'], limit: 200 })).toEqual([])
    expect(await held()).toBe(120)

    await hold(120, 180)
    await expect
      .poll(() => events.findLast(({ kind }) => kind === 'app-changed'))
      .toMatchObject({ app: { held: 180 } })
    await expect.poll(opened).toBe(180)
    stop()
  },
)

it('makes the state that screens show only where somebody listens, and once for all that changed together', async () => {
  const broadcast = openBroadcast({ onFault: () => {} })
  let created = 0
  const changed = announceState(
    broadcast,
    () => {
      created += 1
      return {} as AppState
    },
    () => {},
  )
  for (let change = 0; change < 1_000; change++) changed()
  await setImmediate()
  await setImmediate()
  expect(created).toBe(0)

  const received: string[] = []
  const stop = broadcast.subscribe(({ kind }) => void received.push(kind))
  for (let change = 0; change < 1_000; change++) changed()
  await setImmediate()
  await setImmediate()
  expect([created, received]).toEqual([1, ['app-changed']])

  // Those who left before the state was to be told are not told, and none is made for them.
  changed()
  stop()
  await setImmediate()
  await setImmediate()
  expect(created).toBe(1)
})
