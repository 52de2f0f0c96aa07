// What happens at the gateway and the model of a whole Gatehouse is in its journal, by category:
// tokens that are refused, clients that come and go, another model, a model server that is down.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { OpenedApp } from '../../main/wiring/app-options.ts'
import { openApp } from '../../main/wiring/app.ts'

let root: string
let app: OpenedApp
const configFile = () => join(root, 'home', 'config.yaml')

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-gateway-rows-'))
  mkdirSync(join(root, 'home-workspace'))
  mkdirSync(join(root, 'home'), { mode: 0o700 })
  writeFileSync(configFile(), 'preset: careful\n')
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const opened = await openApp({ host: 'browser', paths, version: '0.0.0-test', gatewayPort: 0 })
  if (!opened.ok) throw new Error(opened.error.text)
  app = opened.value
})
afterAll(async () => {
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
const found = async (query: string): Promise<readonly JournalEntry[]> =>
  (await ask('audit.search', { query, limit: 50 })).rows.map(({ entry }) => entry)
const eventually = async (query: string, entries: readonly object[]): Promise<void> => {
  await expect.poll(() => found(query)).toMatchObject(entries)
}

describe('the gateway', () => {
  it('writes who is admitted, who is refused, and who is removed', async () => {
    const { token, url } = await ask('clients.add', { name: 'editor' })
    if (url === null) throw new Error('The gateway does not listen.')
    await eventually('category:gateway.auth', [
      { kind: 'gateway', change: 'client-added', client: 'editor' },
    ])
    const post = (bearer: string, body = '{}') =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
        body,
      }).then(({ status }) => status)
    for (let at = 0; at < 30; at++) expect(await post(`ghc_${at}`)).toBe(401)
    expect(await post(token)).not.toBe(401)
    // The first at once, the others of the minute together.
    await eventually('category:gateway.auth kind:gateway -editor', [
      { kind: 'gateway', change: 'token-refused', client: null, count: 1 },
    ])
    expect(await post(token, `"${'x'.repeat(20_000_000)}"`).catch(() => 413)).toBe(413)
    await eventually('category:gateway.request_bytes', [{ change: 'too-large', client: 'editor' }])
    await ask('clients.remove', { name: 'editor' })
    await eventually('category:gateway.auth editor', [
      { change: 'client-removed', client: 'editor' },
      { change: 'client-added', client: 'editor' },
    ])
    expect(await post(token).catch(() => 401)).toBe(401)
    const all = JSON.stringify(await found('kind:gateway'))
    expect(all).not.toContain(token)
    expect(all).not.toContain('ghc_1')
  })
})

describe('the model', () => {
  it('has rows when it is set, missing or failing', async () => {
    const server = createServer((_, response) => void response.writeHead(500).end('no'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const set = (at: number) =>
      writeFileSync(
        configFile(),
        `preset: careful\nmodel: { provider: openai-compatible, name: m, baseUrl: http://127.0.0.1:${at}/v1 }\n`,
      )
    set(port)
    await eventually('category:provider.select', [
      { kind: 'model', change: 'selected', server: `127.0.0.1:${port}` },
    ])
    await ask('runs.start', { text: 'hello' })
    await eventually('category:provider.reliable', [{ change: 'failed', text: 'It answered 500.' }])
    await new Promise((done) => server.close(done))
    server.closeAllConnections()
    await ask('runs.start', { text: 'hello' })
    await eventually('category:provider.network', [{ change: 'unreachable' }])
    expect(await found('kind:model')).toHaveLength(3)
  })
})

it('has rows for calls that are requested and decided, in their categories', async () => {
  await ask('tools.run', { tool: 'math_eval', args: { expression: '1+1' }, wait: false })
  await eventually('category:tool.allow tool:math_eval', [{ kind: 'decision' }])
  expect(await found('category:memory.recall')).toEqual([])
})
