// The tour and the search for local models in a whole Gatehouse: real calls, real files, a real
// server.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { TOUR_STEPS } from '../../contract/agent/tour-steps.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'
import { localModels } from '../fakes/local-models.ts'

let root: string
let workspace: string
let app: App

async function start(): Promise<void> {
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  // A server that answers late on a busy machine is there all the same; one that is not there
  // refuses at once.
  const composed = await openApp({
    host: 'browser',
    paths: paths,
    version: '0.0.0-test',
    modelWaitMs: 25_000,
  })
  if (!composed.ok) throw new Error(composed.error.text)
  app = composed.value
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-first-'))
  workspace = join(root, 'home-workspace')
  mkdirSync(workspace)
  mkdirSync(join(root, 'home'))
})
afterEach(async () => {
  await app.dispose()
  rmSync(root, { recursive: true, force: true })
})

const say = <C extends IpcChannel>(channel: C, input: Input<C>) =>
  app.call(channel, input, { surface: 'window' })
async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await say(channel, input)
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}

async function ended(id: Output<'tour.step'>['id']) {
  await expect.poll(async () => (await ask('runs.get', { id })).run.state).toBe('idle')
  const last = (await ask('runs.get', { id })).items.findLast((item) => item.kind === 'call')
  if (last?.kind !== 'call' || last.state.kind !== 'ended') throw new Error('no call ended')
  const { status, route, decision } = last.state.result
  return {
    tool: last.tool,
    status,
    route,
    effect: decision?.effect,
    tier: decision?.tier,
    by: decision?.by.kind,
  }
}

describe('the tour', { timeout: 600_000 }, () => {
  it('is allowed to read, is held before it writes, is refused a key, whatever model is set; and leaves its rows alone', async () => {
    writeFileSync(
      join(root, 'home', 'config.yaml'),
      'model:\n  provider: openai-compatible\n  name: none\n  baseUrl: http://127.0.0.1:9/v1\n',
    )
    await start()
    expect(await ask('tour.state', {})).toEqual({
      folder: join(workspace, 'gatehouse-tour'),
      there: false,
      run: null,
    })

    const run = await ask('tour.step', { step: 1 })
    expect(run).toMatchObject({ title: 'Tour', agent: 'tour', model: 'you (manual)' })
    expect(await ended(run.id)).toEqual({
      tool: 'read_file',
      status: 'done',
      route: 'policy',
      effect: 'allow',
      tier: 'R1',
      by: 'tier',
    })

    await ask('tour.step', { step: 2, id: run.id })
    await expect
      .poll(async () => (await ask('approvals.list', { states: ['pending'], limit: 1 })).length)
      .toBe(1)
    const [approval] = await ask('approvals.list', { states: ['pending'], limit: 1 })
    expect(approval).toMatchObject({
      tool: 'write_file',
      principal: { kind: 'agent', name: 'tour' },
      runId: run.id,
    })
    const answer = join(workspace, 'gatehouse-tour', 'answer.txt')
    expect(existsSync(answer)).toBe(false)
    if (approval !== undefined) await ask('approvals.answer', { id: approval.id, answer: 'once' })
    expect(await ended(run.id)).toMatchObject({
      status: 'done',
      route: 'person',
      effect: 'confirm',
      tier: 'R2',
    })
    expect(readFileSync(answer, 'utf8')).toContain('I ask before I write')

    await ask('tour.step', { step: 3, id: run.id })
    expect(await ended(run.id)).toMatchObject({
      tool: 'read_file',
      status: 'denied',
      route: 'policy',
      effect: 'deny',
      by: 'stop',
    })

    const { items } = await ask('runs.get', { id: run.id })
    expect(items.flatMap((item) => (item.kind === 'user' ? [item.text] : []))).toEqual([
      ...TOUR_STEPS,
    ])
    const rows = async () =>
      (await ask('audit.search', { query: 'principal:tour', limit: 100 })).rows.length
    // What can be searched follows the journal a moment later.
    const { rows: journalled } = await ask('audit.page', {
      limit: 200,
      filter: { kinds: [], tool: null, effect: null, callId: null, runId: run.id, text: '' },
    })
    const before = journalled.filter(({ entry }) => entry.kind !== 'run').length
    expect(before).toBeGreaterThan(0)
    await expect.poll(rows).toBe(before)

    expect(await ask('tour.remove', {})).toMatchObject({ there: false, run: { id: run.id } })
    expect(existsSync(join(workspace, 'gatehouse-tour'))).toBe(false)
    expect(await rows()).toBe(before)
  })

  it('can be begun again, and takes away nothing that it did not make @whole', async () => {
    await start()
    const first = await ask('tour.step', { step: 1 })
    await ended(first.id)
    const folder = join(workspace, 'gatehouse-tour')
    writeFileSync(join(folder, 'mine.txt'), 'mine')
    expect(await say('tour.remove', {})).toMatchObject({
      ok: false,
      error: { code: 'tour.folder' },
    })
    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine')
    const second = await ask('tour.step', { step: 1 })
    expect(second.id).not.toBe(first.id)
    await ended(second.id)
    expect((await ask('tour.state', {})).run?.id).toBe(second.id)
    rmSync(join(folder, 'mine.txt'))
    expect(await ask('tour.remove', {})).toMatchObject({ there: false })
  })

  it('writes through no link that somebody put in its path, and goes on with no other run @whole', async () => {
    await start()
    const elsewhere = join(root, 'elsewhere')
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, join(workspace, 'gatehouse-tour'))
    expect(await say('tour.step', { step: 1 })).toMatchObject({
      ok: false,
      error: { code: 'tour.folder' },
    })
    expect(existsSync(join(elsewhere, 'letter.txt'))).toBe(false)
    const { id } = await ask('runs.start', { text: 'help' })
    expect(await say('tour.step', { step: 2, id })).toMatchObject({
      ok: false,
      error: { code: 'tour.gone' },
    })
    expect(await say('tour.step', { step: 3 })).toMatchObject({
      ok: false,
      error: { code: 'tour.gone' },
    })
  })
})

it('says where everything is stored, and how large it is', async () => {
  writeFileSync(join(root, 'home', 'config.yaml'), 'preset: ask\n')
  await start()
  const stored = await ask('storage.usage', {})
  expect(stored.map(({ what, path }) => [what, path])).toEqual([
    ['config', join(root, 'home', 'config.yaml')],
    ['journal', join(root, 'home', 'data', 'gatehouse.db')],
    ['index', join(root, 'home', 'data', 'journal-index.db')],
    ['documents', join(root, 'home', 'data', 'documents.db')],
    ['undo', join(root, 'home', 'data', 'checkpoints')],
  ])
  expect(stored[0]?.bytes).toBe('preset: ask\n'.length)
  expect(stored[1]?.bytes).toBeGreaterThan(10_000)
  rmSync(join(root, 'home', 'config.yaml'))
  expect((await ask('storage.usage', {}))[0]?.bytes).toBeNull()
})

describe('local models', { timeout: 600_000 }, () => {
  it('are looked for unasked at the first start alone, and again when a person asks; one is taken and answers @whole', async () => {
    const server = await localModels('ollama')
    process.env['OLLAMA_HOST'] = server.origin
    try {
      await start()
      const wanted = {
        server: 'Ollama',
        baseUrl: `${server.origin}/v1`,
        models: ['qwen3-coder:30b', 'llama3.2:latest'],
      }
      const found = await ask('model.find', { again: false })
      expect(found.servers).toContainEqual(wanted)
      expect(await ask('model.find', { again: false })).toEqual(found)
      expect(server.asked).toHaveLength(1)
      await app.dispose()
      await start()
      expect(await ask('model.find', { again: false })).toMatchObject({ at: null, servers: [] })
      expect(server.asked).toHaveLength(1)
      expect((await ask('model.find', { again: true })).servers).toContainEqual(wanted)
      expect(server.asked).toHaveLength(2)

      await ask('config.update', {
        model: {
          provider: 'openai-compatible',
          name: 'llama3.2:latest',
          baseUrl: wanted.baseUrl,
          apiKeyEnv: null,
        },
      })
      expect(await ask('model.check', {})).toMatchObject({ text: 'ready' })
    } finally {
      delete process.env['OLLAMA_HOST']
      await server.close()
    }
  })

  it('are not looked for where a model was chosen @whole', async () => {
    const server = await localModels('ollama')
    process.env['OLLAMA_HOST'] = server.origin
    writeFileSync(
      join(root, 'home', 'config.yaml'),
      'model:\n  provider: anthropic\n  name: claude\n',
    )
    try {
      await start()
      expect(await ask('model.find', { again: false })).toMatchObject({ at: null, servers: [] })
      expect(server.asked).toEqual([])
    } finally {
      delete process.env['OLLAMA_HOST']
      await server.close()
    }
  })
})
