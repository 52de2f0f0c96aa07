// Stop everything, over the whole of Gatehouse with its real parts: what runs, what is held, who
// asks, and a restart.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { noPatterns } from '../../contract/approval/lease.ts'
import type { Surface } from '../../contract/call/principal.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'
import { processesWith } from '../escape/fixture.ts'
import { modelServer } from '../fakes/model-server.ts'
import { many } from '../soak.ts'

let root: string
let app: App
const paths = () =>
  findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })

async function start(): Promise<void> {
  const composed = await openApp({ host: 'browser', paths: paths(), version: '0.0.0-test' })
  if (!composed.ok) throw new Error(composed.error.text)
  app = composed.value
}
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-stop-'))
  mkdirSync(join(root, 'home-workspace'))
  writeFileSync(join(root, 'home-workspace', 'notes.txt'), 'one line\n')
  // Commands are asked about before they run anywhere.
  mkdirSync(join(root, 'home'), { mode: 0o700 })
  writeFileSync(join(root, 'home', 'config.yaml'), 'preset: careful\n')
  await start()
})
afterEach(async () => {
  await app.dispose()
  rmSync(root, { recursive: true, force: true })
})

const terminal = ['tools.run', 'hook.decide']
async function ask<C extends IpcChannel>(
  channel: C,
  input: Input<C>,
  surface: Surface = 'window',
): Promise<Output<C>> {
  const answer = await app.call(channel, input, {
    surface: terminal.includes(channel) ? 'cli' : surface,
  })
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}
const fault = async <C extends IpcChannel>(channel: C, input: Input<C>): Promise<string | null> => {
  const answer = await app.call(channel, input, { surface: 'window' })
  return answer.ok ? null : answer.error.code
}
const rows = async (): Promise<JournalEntry[]> =>
  (
    await ask('audit.page', {
      limit: 200,
      filter: { kinds: [], tool: null, effect: null, callId: null, runId: null, text: '' },
    })
  ).rows
    .map(({ entry }) => entry)
    .toReversed()
const pending = async () => ask('approvals.list', { states: ['pending'], limit: 10 })
const reads = async () =>
  ask('tools.run', { tool: 'read_file', args: { path: 'notes.txt' }, wait: false })
const hook = async () =>
  ask('hook.decide', {
    agent: 'claude-code',
    tool: 'Read',
    input: { file_path: join(root, 'home-workspace', 'notes.txt') },
    cwd: join(root, 'home-workspace'),
    session: 's1',
    waitSeconds: 0,
  })
const refused = {
  ok: false,
  status: 'denied',
  error: { code: 'denied.emergency-stop', text: 'Refused: A person stopped everything.' },
}

describe('stop everything', () => {
  it('ends what runs and what is held, revokes leases, and refuses everybody until it is lifted', async () => {
    expect(await reads()).toMatchObject({ ok: true })
    expect(await hook()).toMatchObject({ effect: 'allow' })
    await ask('leases.grant', {
      tool: 'exec',
      action: null,
      confirmed: true,
      scope: {
        patterns: { ...noPatterns, commands: ['echo'] },
        maxUses: null,
        expiresInSeconds: null,
      },
    })
    const command = `sleep 6000.${process.pid}`
    const working = await ask('runs.start', { text: `run ${command}` })
    await expect.poll(async () => (await pending()).length).toBe(1)
    const [first] = await pending()
    if (first === undefined) throw new Error('nothing was held')
    await ask('approvals.answer', { id: first.id, answer: 'once' })
    // The program itself: its row comes before the last look at whether it may run.
    const program = command.replace(' ', '\0')
    await expect.poll(() => processesWith(program).length).toBeGreaterThan(0)
    const held = ask('tools.run', {
      tool: 'write_file',
      args: { path: 'a.txt', content: 'x' },
      wait: true,
    })
    await expect.poll(async () => (await pending()).length).toBe(1)

    // Where it waited for the command, this test would never end.
    expect(await ask('emergency-stop.stop', {})).toEqual({ leases: 1, held: 1, runs: 1 })

    expect(await held).toMatchObject(refused)
    expect((await ask('runs.get', { id: working.id })).run.state).toBe('stopped')
    expect([await pending(), await ask('leases.list', { all: false })]).toEqual([[], []])
    expect(await reads()).toMatchObject(refused)
    expect(await hook()).toMatchObject({
      effect: 'deny',
      reason: expect.stringContaining('A person stopped everything.'),
    })
    expect(await fault('runs.start', { text: 'read notes.txt' })).toBe('emergency-stop.stopped')
    expect((await ask('app.state', {})).stopped).toMatchObject({ surface: 'window', fault: null })
    expect(
      (await ask('doctor.report', {})).checks.find(({ id }) => id === 'stopped'),
    ).toMatchObject({ state: 'fail' })

    const entries = await rows()
    expect(entries.findLast(({ kind }) => kind === 'emergency-stop')).toEqual({
      kind: 'emergency-stop',
      change: 'stopped',
      surface: 'window',
    })
    expect(entries.findLast(({ kind }) => kind === 'answered')).toMatchObject({
      route: 'emergency-stop',
      answer: 'deny-once',
      surface: 'window',
    })
    const sleep = entries.find((entry) => entry.kind === 'outcome' && entry.callId === first.callId)
    expect(sleep).toMatchObject({ kind: 'outcome', status: 'cancelled' })

    expect(await fault('emergency-stop.resume', { confirmed: false })).toBe(
      'emergency-stop.unconfirmed',
    )
    await ask('emergency-stop.resume', { confirmed: true })
    expect((await ask('app.state', {})).stopped).toBeNull()
    expect(await reads()).toMatchObject({ ok: true })
    expect((await rows()).findLast(({ kind }) => kind === 'emergency-stop')).toEqual({
      kind: 'emergency-stop',
      change: 'resumed',
      surface: 'window',
    })
    expect(await fault('emergency-stop.resume', { confirmed: true })).toBe(
      'emergency-stop.not-stopped',
    )
  })

  it('stays over a restart, and completes what the end of the program cut off', async () => {
    void app.call(
      'tools.run',
      { tool: 'write_file', args: { path: 'a.txt', content: 'x' }, wait: true },
      { surface: 'cli' },
    )
    await expect.poll(async () => (await pending()).length).toBe(1)
    await app.dispose()
    // As a press that was kept, and nothing after it.
    const store = new Database(paths().databaseFile)
    store
      .prepare('INSERT INTO stopped (one, body) VALUES (1, ?)')
      .run(JSON.stringify({ at: 7, surface: 'cli', fault: null }))
    store.close()
    await start()
    expect((await ask('app.state', {})).stopped).toEqual({ at: 7, surface: 'cli', fault: null })
    expect(await pending()).toEqual([])
    expect((await rows()).findLast(({ kind }) => kind === 'answered')).toMatchObject({
      route: 'emergency-stop',
      surface: 'cli',
    })
    expect(await reads()).toMatchObject(refused)
  })

  it('is lifted with the passphrase once one is set, and not by a confirmation @whole', async () => {
    await ask('step-up.set-passphrase', { passphrase: 'correct horse' })
    await ask('emergency-stop.stop', {}, 'cli')
    expect(await fault('emergency-stop.resume', { confirmed: true })).toBe('approval.step-up')
    expect(
      await fault('emergency-stop.resume', {
        confirmed: true,
        proof: { kind: 'passphrase', passphrase: 'wrong horse' },
      }),
    ).toBe('step-up.wrong')
    expect(await reads()).toMatchObject(refused)
    await ask('emergency-stop.resume', {
      confirmed: false,
      proof: { kind: 'passphrase', passphrase: 'correct horse' },
    })
    expect((await rows()).findLast(({ kind }) => kind === 'emergency-stop')).toMatchObject({
      change: 'resumed',
      stepUp: 'passphrase',
    })
    expect(await reads()).toMatchObject({ ok: true })
  })
})

// Five hundred in the long form.
const RUNS = many(500, 60)

describe(`stop everything with ${RUNS} calls held in ${RUNS} runs`, () => {
  const counted = async (query: string): Promise<number> => {
    let from = 0
    for (let before: number | undefined; ;) {
      const found = await ask('audit.count', {
        query,
        every: 1_000,
        from,
        ...(before === undefined ? {} : { before }),
      })
      from += found.n
      if (found.next === null) return from
      before = found.next
    }
  }
  it('ends every run as stopped, says for each call what denied it, and asks the model nothing more @whole', async () => {
    let turns = 0
    const server = await modelServer(() => ({
      kind: 'say',
      calls: [
        {
          id: `c${(turns += 1)}`,
          name: 'write_file',
          args: { path: `page-${turns}.txt`, content: 'x' },
        },
      ],
    }))
    await ask('config.update', {
      model: { provider: 'openai-compatible', name: 'scripted', baseUrl: `${server.url}/v1` },
    })
    const ids = await Promise.all(
      Array.from(
        { length: RUNS },
        async (_, at) => (await ask('runs.start', { text: `page ${at}` })).id,
      ),
    )
    await expect
      .poll(async () => counted('kind:asked'), { timeout: 240_000, interval: 500 })
      .toBe(RUNS)
    const asked = server.asked.length

    expect(await ask('emergency-stop.stop', {})).toMatchObject({ held: RUNS, runs: RUNS })

    const ends = await Promise.all(ids.map(async (id) => (await ask('runs.get', { id })).run))
    expect(new Set(ends.map(({ state }) => state))).toEqual(new Set(['stopped']))
    expect(server.asked.length).toBe(asked)
    const spent = ends.reduce((sum, run) => sum + run.tokensIn + run.tokensOut, 0)
    expect(await counted('kind:answered route:emergency-stop')).toBe(RUNS)
    expect(await pending()).toEqual([])
    // Nothing comes to after a while, either.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const later = await Promise.all(ids.map(async (id) => (await ask('runs.get', { id })).run))
    expect(later.reduce((sum, run) => sum + run.tokensIn + run.tokensOut, 0)).toBe(spent)
    expect(server.asked.length).toBe(asked)
    await server.close()
  }, 600_000)
})
