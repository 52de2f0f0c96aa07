// Results that a person reads first, for a client of the gateway: the official client, the bridge, and
// a person who takes their time.
import { spawn } from 'node:child_process'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CallId, SessionId } from '../../../contract/ids.ts'
import { openPendingCalls, type Pending } from '../../../main/mcp/gateway/held-calls.ts'
import { awaitPerson } from '../../../main/mcp/gateway/keep-alive.ts'
import type { Notifications } from '../../../main/mcp/gateway/notifications.ts'
import type { Context } from '../../../main/mcp/gateway/provider.ts'
import { headlessFile, openTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'

const README = { name: 'read_file', arguments: { path: 'README.md' } }

describe('a result that a person reads first', () => {
  let testApp: TestApp
  const clients: Client[] = []
  beforeEach(() => {
    testApp = openTestApp('tools:\n  read_file: { reviewResults: true }\n')
  })
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()))
    testApp.remove()
  })
  const open = async (name: string): Promise<Client> => {
    const client = new Client({ name, version: '1.0.0' })
    await client.connect(
      new StdioClientTransport({ ...testApp.command('tester'), stderr: 'inherit' }),
    )
    clients.push(client)
    return client
  }

  it(
    'outlives a client with a time-out of 3 s, and the same call again gets it without running again',
    { timeout: 600_000 },
    async () => {
      const client = await open('some-client')
      await expect(client.callTool(README, undefined, { timeout: 3_000 })).rejects.toThrow(
        /timed out/i,
      )
      const held = await testApp.heldOne()
      expect(held).toMatchObject({ tool: 'read_file', review: { text: 'hello\n' } })
      const again = client.callTool(README)
      expect(await testApp.answer(held, 'once')).toBe(true)
      expect(await again).toMatchObject({ content: [{ type: 'text', text: 'hello\n' }] })
      expect((await testApp.journal()).filter(({ kind }) => kind === 'running')).toHaveLength(1)
    },
  )

  it(
    'is kept waiting by progress where the client listens for it @whole',
    { timeout: 600_000 },
    async () => {
      const client = await open('claude-code')
      const received: string[] = []
      const call = client.callTool(README, undefined, {
        onprogress: ({ message }) => received.push(message ?? ''),
        resetTimeoutOnProgress: true,
        timeout: 30_000,
      })
      const held = await testApp.heldOne()
      await expect.poll(() => received.length).toBeGreaterThan(0)
      await testApp.answer(held, 'deny-once')
      expect(JSON.stringify(await call)).toMatch(/its result is withheld/)
      expect(JSON.stringify(await call)).not.toContain('hello')
      expect(received.some((text) => text.startsWith('Waiting for a person'))).toBe(true)
    },
  )

  it(
    'over HTTP is waited for by progress, and is there for a client that gave up and asks again @whole',
    { timeout: 600_000 },
    async () => {
      // Somebody has to be there before a client over HTTP can be added.
      spawn(process.execPath, [headlessFile], { env: testApp.env, stdio: 'inherit' }).unref()
      const added = await (await testApp.person()).call('clients.add', { name: 'remote' })
      if (!added.ok || added.value.url === null) throw new Error(JSON.stringify(added))
      const client = new Client({ name: 'remote', version: '1.0.0' })
      const transport = new StreamableHTTPClientTransport(new URL(added.value.url), {
        requestInit: { headers: { authorization: `Bearer ${added.value.token}` } },
      })
      await client.connect(transport as Transport)
      clients.push(client)
      await expect(client.callTool(README, undefined, { timeout: 3_000 })).rejects.toThrow(
        /timed out/i,
      )
      const held = await testApp.heldOne()
      const received: string[] = []
      const again = client.callTool(README, undefined, {
        onprogress: ({ message }) => received.push(message ?? ''),
        resetTimeoutOnProgress: true,
        timeout: 30_000,
      })
      await expect.poll(() => received.length).toBeGreaterThan(0)
      expect(await testApp.answer(held, 'once')).toBe(true)
      expect(await again).toMatchObject({ content: [{ type: 'text', text: 'hello\n' }] })
      expect((await testApp.journal()).filter(({ kind }) => kind === 'running')).toHaveLength(1)
    },
  )
})

it.each([
  ['is held', [], /^Not done yet: exec is held by Gatehouse/],
  ['runs', ['startedAt'], /^Not done yet: exec was approved and is running/],
  [
    'has run, and a person reads its result',
    ['startedAt', 'reviewedAt'],
    /^exec has run, and a person reads its result in Gatehouse before you get it\..*does not run again\.$/,
  ],
] as const)('a client that gives up is told that the call %s', async (_name, steps, text) => {
  const calls = openPendingCalls(() => 0)
  const pending: Pending = {
    callId: CallId.parse('call_00000001'),
    client: 'c',
    tool: 'exec',
    key: 'k',
    since: 0,
    session: SessionId.parse('ses_00000001'),
    approvalId: null,
  }
  calls.hold(pending)
  for (const step of steps) calls[step](pending.callId)
  const said: string[] = []
  const context = { wantsProgress: false, signal: AbortSignal.abort(), clientInfo: null }
  const notifications = { said: (one: string) => void said.push(one) }
  await awaitPerson(
    pending,
    calls,
    context as unknown as Context,
    notifications as unknown as Notifications,
    null,
  )
  expect(said).toEqual([expect.stringMatching(text)])
})
