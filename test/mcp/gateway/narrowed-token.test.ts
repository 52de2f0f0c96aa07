// A client whose token is for less than the policy allows, over HTTP to a real app.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeHome } from '../../cli/gatehouse.ts'
import type { Home } from '../../cli/gatehouse.ts'

let home: Home
beforeAll(async () => {
  home = makeHome()
  mkdirSync(home.workspace)
  writeFileSync(join(home.workspace, 'a.txt'), 'hello\n')
  await home.start('serve', '--port', '0', '--mcp-port', '0', '--json', '--no-open').until(/"url"/)
})
afterAll(() => home.remove())

async function added(...words: string[]): Promise<{ token: string; url: string }> {
  const { value } = await home.json('clients', 'add', ...words)
  return z.object({ token: z.string(), url: z.string() }).parse(value)
}

async function asks(client: { token: string; url: string }, method: string, params: object) {
  const answer = await fetch(client.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** In the older form of the protocol: a session first. */
async function session(client: { token: string; url: string }) {
  const headers = {
    authorization: `Bearer ${client.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const post = (body: object, more: Record<string, string> = {}) =>
    fetch(client.url, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    })
  const started = await post({
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'ci', version: '1' },
    },
  })
  const id = started.headers.get('mcp-session-id')
  await started.text()
  const more = id === null ? {} : { 'mcp-session-id': id }
  await (await post({ method: 'notifications/initialized' }, more)).text()
  return async (method: string, params: object): Promise<string> =>
    (await post({ id: 1, method, params }, more)).text()
}

/** What became of the token of that client, by the categories of the audit. */
async function changes(client: string): Promise<string[]> {
  const { value } = await home.json('audit', 'search', 'category:delegation.*')
  const { rows } = z
    .object({ rows: z.array(z.object({ seq: z.int(), entry: z.record(z.string(), z.unknown()) })) })
    .parse(value)
  return rows
    .toSorted((a, b) => a.seq - b.seq)
    .flatMap(({ entry }) => (entry['client'] === client ? [String(entry['change'])] : []))
}

const read = { name: 'read_file', arguments: { path: 'a.txt' } }

describe('a narrowed token', () => {
  it('shows and runs only the tools it names, as often as it says', async () => {
    const call = await session(await added('ci', '--tools', 'read_file', '--calls', '2'))
    const listed = await call('tools/list', {})
    expect([listed.includes('"read_file"'), listed.includes('"write_file"')]).toEqual([true, false])
    const write = await call('tools/call', {
      name: 'write_file',
      arguments: { path: 'b.txt', content: 'x' },
    })
    expect(write).toMatch(/write_file/)
    expect(write).not.toContain('Created')
    expect(await call('tools/call', read)).toContain('hello')
    const after = [await call('tools/call', read), await call('tools/call', read)]
    expect(after.at(-1)).toContain('are used up')
    const { value } = await home.json('clients', 'list')
    expect(value).toMatchObject({ clients: [{ name: 'ci', delegation: { calls: 2, used: 2 } }] })
  })

  it('gives the next client of its name nothing', async () => {
    const old = await added('again', '--tools', 'read_file', '--calls', '1')
    const call = await session(old)
    expect(await call('tools/call', read)).toContain('hello')
    await home.json('clients', 'remove', 'again')
    expect((await asks(old, 'ping', {})).status).toBe(401)
    const next = await session(await added('again', '--tools', 'list_dir', '--calls', '3'))
    const listed = await next('tools/list', {})
    expect([listed.includes('"list_dir"'), listed.includes('"read_file"')]).toEqual([true, false])
    expect((await asks(old, 'ping', {})).status).toBe(401)
    expect(await changes('again')).toEqual([
      ...['token-narrowed', 'token-used-up', 'token-revoked', 'token-narrowed'],
    ])
  })

  it('lets nobody in after its time @whole', async () => {
    const client = await added('brief', '--expires', '1s')
    await expect.poll(async () => (await asks(client, 'ping', {})).status).toBe(401)
    await expect.poll(() => changes('brief')).toEqual(['token-narrowed', 'token-expired'])
  })
})
