import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import type { RunItem } from '../../contract/agent/run.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'
import { approvalsTable } from '../../main/store/tables/approvals-table.ts'
import { catalog } from '../../tools/catalog.ts'
import { openStore } from '../../main/store/open.ts'

let root: string
let app: App
let events: PanelEvent[]

const start = async (): Promise<void> => {
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const composed = await openApp({ host: 'browser', paths: paths, version: '0.0.0-test' })
  if (!composed.ok) throw new Error(composed.error.text)
  app = composed.value
  events = []
  app.subscribe((event) => void events.push(event))
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-compose-'))
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

async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await app.call(channel, input, {
    surface: channel === 'tools.run' ? 'cli' : 'window',
  })
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}

const held = async (): Promise<Approval> => {
  let found: Approval | undefined
  await expect
    .poll(
      async () => (found = (await ask('approvals.list', { states: ['pending'], limit: 10 }))[0]),
      { timeout: 600_000 },
    )
    .toBeDefined()
  return found as Approval
}
const rests = async (id: Output<'runs.start'>['id']): Promise<RunItem[]> => {
  await expect
    .poll(async () => (await ask('runs.get', { id })).run.state)
    .toMatch(/idle|failed|stopped|interrupted/)
  return (await ask('runs.get', { id })).items
}
const calls = (items: readonly RunItem[]) =>
  items.flatMap((item) =>
    item.kind === 'call' && item.state.kind === 'ended'
      ? [
          {
            tool: item.tool,
            route: item.state.result.route,
            status: item.state.result.status,
            text: item.state.result.text,
          },
        ]
      : [],
  )
const kinds = async (): Promise<string[]> =>
  (
    await ask('audit.page', {
      limit: 200,
      filter: { kinds: [], tool: null, effect: null, callId: null, runId: null, text: '' },
    })
  ).rows
    .map(({ entry }) => entry.kind)
    .toReversed()

describe('a run in a whole Gatehouse', () => {
  it('reads a workspace file without asking', async () => {
    const { id } = await ask('runs.start', { text: 'read notes.txt' })
    expect(calls(await rests(id))).toEqual([
      { tool: 'read_file', route: 'policy', status: 'done', text: 'one line\n' },
    ])
  })

  it('holds a command, runs it in the sandbox after an approval, and has every step in the journal', async () => {
    const { id } = await ask('runs.start', {
      text: 'run echo from inside > made.txt && cat made.txt',
    })
    const approval = await held()
    expect(existsSync(join(root, 'home-workspace', 'made.txt'))).toBe(false)
    await ask('approvals.answer', { id: approval.id, answer: 'once' })
    const [call] = calls(await rests(id))
    expect(call).toMatchObject({ tool: 'exec', route: 'person', status: 'done' })
    expect(call?.text).toContain('from inside')
    expect(await kinds()).toEqual(
      expect.arrayContaining(['decision', 'asked', 'answered', 'running', 'outcome']),
    )
    expect((await ask('audit.verify', {})).kind).toBe('intact')
  })

  it('does nothing after a denial @whole', async () => {
    const { id } = await ask('runs.start', { text: 'write secret.txt: no' })
    await ask('approvals.answer', { id: (await held()).id, answer: 'deny-once' })
    expect(calls(await rests(id))).toMatchObject([
      { tool: 'write_file', route: 'person', status: 'denied' },
    ])
    expect(existsSync(join(root, 'home-workspace', 'secret.txt'))).toBe(false)
  })

  it('shows what a write would change, and does not write over a file that changed meanwhile @whole', async () => {
    const { id } = await ask('runs.start', { text: 'write notes.txt: two lines' })
    const approval = await held()
    expect(approval.previews).toEqual([
      { path: 'notes.txt', before: 'one line\n', after: 'two lines' },
    ])
    writeFileSync(join(root, 'home-workspace', 'notes.txt'), 'somebody else was here\n')
    await ask('approvals.answer', { id: approval.id, answer: 'once' })
    expect(calls(await rests(id))).toMatchObject([{ route: 'refused', status: 'denied' }])
    expect(readFileSync(join(root, 'home-workspace', 'notes.txt'), 'utf8')).toBe(
      'somebody else was here\n',
    )
  })

  it('lets an approval for the session cover the same again and nothing else @whole', async () => {
    const { id } = await ask('runs.start', { text: 'run true' })
    await ask('approvals.answer', { id: (await held()).id, answer: 'session' })
    await rests(id)
    await ask('runs.send', { id, text: 'run true' })
    expect(calls(await rests(id)).map(({ route }) => route)).toEqual(['person', 'lease'])
    await ask('runs.send', { id, text: 'run false' })
    await ask('approvals.answer', { id: (await held()).id, answer: 'deny-once' })
    await rests(id)
  })

  it('hides and refuses outbound tools at once when the guard goes on, also for what is held @whole', async () => {
    const { id } = await ask('runs.start', { text: 'fetch https://example.org/' })
    await held()
    const state = await ask('guard.set', { on: true })
    expect(state.guard).toEqual({
      on: true,
      hidden: catalog
        .filter(({ manifest }) => manifest.networkOutbound)
        .map(({ manifest }) => manifest.name),
      commandNetwork: 'closed',
    })
    expect(calls(await rests(id))).toMatchObject([
      { tool: 'web_fetch', status: 'denied', route: 'guard' },
    ])
    const refused = await ask('tools.run', {
      tool: 'web_fetch',
      args: { url: 'https://example.org/' },
      wait: false,
    })
    expect([refused.ok, refused.error?.code]).toEqual([false, 'tool.network'])
  })

  it('keeps a held command waiting when the guard goes on, asked again under the new policy @whole', async () => {
    const { id } = await ask('runs.start', { text: 'run true' })
    const before = await held()
    await ask('guard.set', { on: true })
    await expect.poll(async () => (await held()).id).not.toBe(before.id)
    await ask('approvals.answer', { id: (await held()).id, answer: 'once' })
    expect(calls(await rests(id))).toMatchObject([
      { tool: 'exec', route: 'person', status: 'done' },
    ])
  })

  it('keeps a held call through a quit: it is answered once after the next start, and runs once @whole', async () => {
    const { id } = await ask('runs.start', { text: 'run echo once >> ran.txt' })
    const approval = await held()
    await expect.poll(async () => (await ask('runs.get', { id })).run.state).toBe('waiting')
    await app.dispose()
    await start()
    expect((await ask('runs.get', { id })).run.state).toBe('interrupted')
    await ask('approvals.answer', { id: approval.id, answer: 'once' })
    await expect
      .poll(async () => calls((await ask('runs.get', { id })).items))
      .toMatchObject([{ route: 'person', status: 'done' }])
    expect(readFileSync(join(root, 'home-workspace', 'ran.txt'), 'utf8')).toBe('once\n')
    await expect(ask('approvals.answer', { id: approval.id, answer: 'once' })).rejects.toThrow(
      /approval.answered/,
    )
    await ask('runs.resume', { id })
    expect((await rests(id)).length).toBeGreaterThan(0)
  })

  it('does not leave a call pending that was allowed and killed before it began @whole', async () => {
    const { id } = await ask('runs.start', { text: 'run echo never > never.txt' })
    const approval = await held()
    // The row is there a moment before the transcript knows of it.
    await expect.poll(async () => (await ask('runs.get', { id })).run.state).toBe('waiting')
    await app.dispose()
    const opened = await openStore(
      findAppPaths({
        env: { GATEHOUSE_HOME: join(root, 'home') },
        platform: process.platform,
        homedir: root,
      }).databaseFile,
      { now: Date.now },
    )
    if (!opened.ok) throw new Error(opened.error.text)
    const table = approvalsTable(opened.value.db)
    table.transition(approval.id, 'pending', 'approved', {
      answeredAt: 1,
      answeredOn: 'window',
      answer: 'once',
    })
    table.transition(approval.id, 'approved', 'consumed')
    opened.value.close()
    await start()
    expect(calls((await ask('runs.get', { id })).items)).toMatchObject([
      { status: 'cancelled', text: expect.stringContaining('did not run') },
    ])
    expect(existsSync(join(root, 'home-workspace', 'never.txt'))).toBe(false)
    await ask('runs.resume', { id })
    await rests(id)
  })

  it('says what is wrong when the workspace vanishes @whole', async () => {
    rmSync(join(root, 'home-workspace'), { recursive: true })
    // Said to the model, and with the way to get it where a person looks.
    const { id } = await ask('runs.start', { text: 'read notes.txt' })
    expect(calls(await rests(id))).toMatchObject([
      { tool: 'read_file', status: 'denied', text: expect.stringContaining('is not there') },
    ])
    const { error } = await ask('tools.run', {
      tool: 'read_file',
      args: { path: 'notes.txt' },
      wait: false,
    })
    expect(error).toMatchObject({ code: 'tool.lacking', hint: 'Choose a folder in Settings.' })
    const listed = (await ask('tools.list', {})).find(({ name }) => name === 'read_file')
    expect(listed).toMatchObject({ available: false, missing: [{ how: error?.hint }] })
    expect((await ask('app.state', {})).workspace.ready).toBe(false)
  })

  it('keeps the configuration in force when the file is broken, and says where @whole', async () => {
    const before = (await ask('app.state', {})).policyHash
    writeFileSync(join(root, 'home', 'config.yaml'), 'exfiltrationGuard:\n  enabeld: true\n')
    await expect
      .poll(async () => (await ask('app.state', {})).config.problem)
      .toMatchObject({ line: 2, hint: expect.stringContaining('enabled') })
    expect((await ask('app.state', {})).policyHash).toBe(before)
  })

  it('takes one instance per home @whole', async () => {
    const paths = findAppPaths({
      env: { GATEHOUSE_HOME: join(root, 'home') },
      platform: process.platform,
      homedir: root,
    })
    const second = await openApp({ host: 'browser', paths: paths, version: '0' })
    expect(second.ok ? null : second.error.code).toBe('host.already-running')
  })

  it('cannot be made to touch its own home @whole', async () => {
    for (const path of [join(root, 'home', 'config.yaml'), join(root, 'home', 'gatehouse.lock')]) {
      const result = await ask('tools.run', { tool: 'read_file', args: { path }, wait: false })
      expect([result.ok, result.error?.code]).toEqual([false, 'denied.stop'])
    }
  })
})
