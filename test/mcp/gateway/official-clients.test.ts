// The official clients, old and new, over both transports, against a whole Gatehouse: what they
// see, what they may do, and what they are told when they may not.
import { spawn } from 'node:child_process'
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewHttp,
} from '@modelcontextprotocol/client'
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headlessFile, openTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import { catalog } from '../../../tools/catalog.ts'

/** As much of a client as both have. */
type Some = {
  listTools(): Promise<{
    tools: { name: string; annotations?: { readOnlyHint?: boolean | undefined } | undefined }[]
  }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  close(): Promise<void>
}

let testApp: TestApp
let url: URL
let token: string
const info = { name: 'official', version: '1.0.0' }

beforeAll(async () => {
  testApp = openTestApp(
    'exfiltrationGuard: { enabled: true }\ngateway:\n  clients:\n    few: { perMinute: 3 }\nrules:\n  - { id: no-readme, when: { tools: [read_file], paths: ["README.md"] }, effect: deny, reason: not this one }\n',
  )
  // Somebody has to be there before a client over HTTP can be added.
  const app = spawn(process.execPath, [headlessFile], { env: testApp.env, stdio: 'inherit' })
  app.unref()
  const added = await (await testApp.person()).call('clients.add', { name: 'remote' })
  if (!added.ok || added.value.url === null) throw new Error(JSON.stringify(added))
  url = new URL(added.value.url)
  token = added.value.token
})
afterAll(() => testApp.remove())

const headers = (): { requestInit: { headers: Record<string, string> } } => ({
  requestInit: { headers: { authorization: `Bearer ${token}` } },
})
const lanes: readonly [name: string, open: () => Promise<Some>][] = [
  [
    'the old client over stdio',
    async () => {
      const client = new OldClient(info)
      await client.connect(new OldStdio({ ...testApp.command('local'), stderr: 'inherit' }))
      return client as Some
    },
  ],
  [
    'the old client over HTTP',
    async () => {
      const client = new OldClient(info)
      await client.connect(new OldHttp(url, headers()) as OldTransport)
      return client as Some
    },
  ],
  [
    'the new client over stdio',
    async () => {
      const client = new NewClient(info, { versionNegotiation: { mode: 'auto' } })
      await client.connect(new NewStdio({ ...testApp.command('local'), stderr: 'inherit' }))
      return client as Some
    },
  ],
  [
    'the new client over HTTP',
    async () => {
      const client = new NewClient(info, { versionNegotiation: { mode: 'auto' } })
      await client.connect(new NewHttp(url, headers()))
      return client as Some
    },
  ],
]

/** Inside this machine, and for more than our own agent. */
const hints = catalog
  .filter(
    ({ manifest, requiredPowers }) =>
      !manifest.networkOutbound &&
      !requiredPowers.some((power) => power === 'subagent' || power === 'result'),
  )
  .map(({ manifest }) => [manifest.name, !manifest.sideEffects])

describe.each(lanes)('%s', (_, open) => {
  it(
    'sees what it may see, calls it, and is told what it may not',
    { timeout: 600_000 },
    async () => {
      const client = await open()
      const { tools } = await client.listTools()
      // The guard is on: what goes out is not there.
      expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
        ...hints,
        ['gatehouse_wait', true],
      ])
      expect(await client.callTool({ name: 'list_dir', arguments: { path: '.' } })).toMatchObject({
        content: [{ type: 'text', text: 'README.md  6' }],
      })
      const refused: readonly [
        call: { name: string; arguments: Record<string, unknown> },
        text: RegExp,
      ][] = [
        [{ name: 'read_file', arguments: { path: 'README.md' } }, /not this one/],
        [{ name: 'read_file', arguments: { file: 'x' } }, /do not fit/],
        [
          { name: 'web_fetch', arguments: { url: 'https://example.com' } },
          /web_fetch is not available in this session/,
        ],
        [{ name: 'nothing', arguments: {} }, /There is no tool named nothing/],
      ]
      for (const [call, text] of refused) {
        const result = (await client.callTool(call)) as {
          isError?: boolean
          content: { text: string }[]
        }
        const said = result.content.map((part) => part.text).join('\n')
        expect([call.name, result.isError]).toEqual([call.name, true])
        expect(said).toMatch(text)
        // What an agent is told never leads it to the switch.
        expect(said).not.toMatch(
          /exfiltrationGuard|guard\.set|allowTools|enabled: |config\.yaml|turn (it|the guard) off|switch/i,
        )
      }
      await client.close()
    },
  )
})

describe('when a person has stopped everything', () => {
  it(
    'every client is refused, is told by whom and not how to undo it, and goes on when they let it @whole',
    { timeout: 600_000 },
    async () => {
      const clients = await Promise.all(lanes.map(([, open]) => open()))
      type Reported = { isError?: boolean; content: { text: string }[] }
      const askAll = (): Promise<Reported[]> =>
        Promise.all(
          clients.map(
            async (client) =>
              (await client.callTool({ name: 'list_dir', arguments: { path: '.' } })) as Reported,
          ),
        )
      const person = await testApp.person()
      // One that waits for a person is answered by the press.
      const held = clients[0]?.callTool({
        name: 'write_file',
        arguments: { path: 'x.txt', content: 'x' },
      })
      await testApp.heldOne()
      expect(await person.call('emergency-stop.stop', {})).toMatchObject({ ok: true })
      const words = /stopped everything/
      expect(await held).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(words) as string }],
      })
      for (const { isError, content } of await askAll()) {
        expect(isError).toBe(true)
        expect(content[0]?.text).toMatch(words)
        expect(content[0]?.text).not.toMatch(/resume|passphrase|gatehouse |lift|Settings/i)
      }
      expect(await person.call('emergency-stop.resume', { confirmed: true })).toMatchObject({
        ok: true,
      })
      expect((await askAll()).map(({ isError = false }) => isError)).toEqual(lanes.map(() => false))
      for (const client of clients) await client.close()
    },
  )
})

describe('each client', () => {
  it('has its own limits and its own rows @whole', { timeout: 600_000 }, async () => {
    const client = new OldClient(info)
    await client.connect(new OldStdio({ ...testApp.command('few'), stderr: 'inherit' }))
    const ask = async (): Promise<boolean> =>
      (await client.callTool({ name: 'list_dir', arguments: { path: '.' } })).isError === true
    expect([await ask(), await ask(), await ask()]).toEqual([false, false, false])
    const fourth = ask()
    // Past its limit the next one is refused or waits for a person, as the policy has it.
    const over = await Promise.race([
      fourth,
      testApp
        .heldOne()
        .then(async (approval) => (await testApp.answer(approval, 'deny-once'), fourth)),
    ])
    expect(over).toBe(true)
    await client.close()
    const names = (await testApp.journal()).flatMap((entry) =>
      entry.kind === 'decision' ? [entry.principal.name] : [],
    )
    expect([...new Set(names)].toSorted()).toEqual(['few', 'local', 'remote'])
  })

  it('is refused once its token is revoked', { timeout: 600_000 }, async () => {
    const ask = (): Promise<number> =>
      fetch(url, {
        method: 'POST',
        body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      }).then(({ status }) => status)
    expect(await ask()).toBe(400)
    const removed = await (await testApp.person()).call('clients.remove', { name: 'remote' })
    expect(removed).toMatchObject({ ok: true, value: { clients: [] } })
    expect(await ask()).toBe(401)
  })
})
