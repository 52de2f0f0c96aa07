// What the preload hands to the page, in a world of its own: Electron is replaced by one that writes
// down what is asked of it. test/e2e/electron-window.spec.ts sees the same from a page.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CALL, EVENT } from '../../contract/ipc/wire.ts'

type Bridge = {
  call(channel: string, input: unknown): Promise<unknown>
  subscribe(listener: (...given: unknown[]) => void): () => unknown
}
type Listener = (event: unknown, message: unknown) => void

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-preload-'))
const event = { sender: {}, ports: [], senderFrame: {} }
const exposed: Record<string, unknown> = {}
const invoked: unknown[][] = []
const listeners = new Map<string, Set<Listener>>()
let fails = false
const ipcRenderer = {
  invoke: async (...given: unknown[]) => {
    invoked.push(given)
    if (fails) throw new Error('the other side is gone: /home/ann')
    return { ok: true, value: 'answer' }
  },
  on: (channel: string, listener: Listener) => {
    listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
    return ipcRenderer
  },
  off: (channel: string, listener: Listener) => {
    listeners.get(channel)?.delete(listener)
    return ipcRenderer
  },
}
const contextBridge = {
  exposeInMainWorld: (name: string, api: unknown) => void (exposed[name] = api),
}
const page = { window: {}, exports: {}, module: { exports: {} } }
const say = (message: unknown): void => {
  for (const listener of listeners.get(EVENT) ?? []) listener(event, message)
}

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node24',
      lib: { entry: join(import.meta.dirname, '../../preload/preload.ts'), formats: ['cjs'] },
      rolldownOptions: { external: ['electron'], output: { entryFileNames: 'preload.cjs' } },
    },
  })
  runInNewContext(readFileSync(join(folder, 'preload.cjs'), 'utf8'), {
    ...page,
    require: (name: string) => {
      if (name !== 'electron') throw new Error(`the preload loads ${name}`)
      return { contextBridge, ipcRenderer }
    },
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const bridge = (): Bridge => exposed['gatehouse'] as Bridge

it('is one object with two verbs, and nothing of Electron beside it', () => {
  expect(Object.keys(exposed)).toEqual(['gatehouse'])
  expect(Object.keys(bridge())).toEqual(['call', 'subscribe'])
  expect([page.window, page.exports, page.module]).toEqual([{}, {}, { exports: {} }])
})

it('passes on a message without the event that it came with', () => {
  const received: unknown[][] = []
  const stop = bridge().subscribe((...given) => received.push(given))
  say('one')
  expect(stop()).toBe(undefined)
  say('two')
  expect(received).toEqual([['one']])
  expect([...listeners.keys()]).toEqual([EVENT])
})

it('sends what is in the table of channels by one way, and nothing else by any', async () => {
  expect(await bridge().call('app.state', { a: 1 })).toEqual({ ok: true, value: 'answer' })
  for (const channel of ['app.nothing', 'constructor', '__proto__', EVENT, CALL, ''])
    expect(await bridge().call(channel, {})).toMatchObject({
      ok: false,
      error: { code: 'ipc.unknown-channel' },
    })
  expect(invoked).toEqual([[CALL, 'app.state', { a: 1 }]])
})

it('throws nothing at the page, and says nothing of what went wrong inside', async () => {
  fails = true
  expect(await bridge().call('app.state', {})).toEqual({
    ok: false,
    error: {
      code: 'bridge.lost',
      text: 'Gatehouse did not answer.',
      hint: 'Try again; if it goes on, restart Gatehouse.',
    },
  })
})
