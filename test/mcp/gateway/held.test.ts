// Held calls, with real processes: the official client, the bridge, an app that nobody started, and
// a person who takes their time.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Approval } from '../../../contract/approval/approval.ts'
import { openTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'

let testApp: TestApp
const clients: Client[] = []

const open = async (
  name = 'tester',
  clientName = 'some-client',
  elicit?: (message: string) => boolean,
): Promise<Client> => {
  const client = new Client(
    { name: clientName, version: '1.0.0' },
    { capabilities: elicit === undefined ? {} : { elicitation: { form: {} } } },
  )
  if (elicit !== undefined) {
    const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js')
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({
      action: 'accept',
      content: { run: elicit(params.message) },
    }))
  }
  await client.connect(new StdioClientTransport({ ...testApp.command(name), stderr: 'inherit' }))
  clients.push(client)
  return client
}
const write = (path: string) => ({
  name: 'write_file',
  arguments: { path, content: `made ${path}\n` },
})
/** A client whose time is up. Only once the call is held: the start of an app is no part of that time. */
async function givesUp(client: Client, path: string): Promise<Approval> {
  const time = new AbortController()
  const call = client.callTool(write(path), undefined, { signal: time.signal, timeout: 600_000 })
  const over = call.then(
    () => 'answered',
    (fault: unknown) => String(fault),
  )
  const approval = await testApp.heldOne()
  time.abort(new Error('Its time is up.'))
  expect(await over).toMatch(/time is up/)
  return approval
}
const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content.map(({ text }) => text).join('')
const read = (path: string): string | null =>
  existsSync(join(testApp.workspace, path))
    ? readFileSync(join(testApp.workspace, path), 'utf8')
    : null

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  testApp.remove()
})

describe('a held call', () => {
  beforeEach(() => {
    testApp = openTestApp()
  })

  it(
    'outlives a client whose time is up, is approved afterwards, and the retry gets the one result',
    { timeout: 600_000 },
    async () => {
      const client = await open()
      const approval = await givesUp(client, 'a.txt')
      expect(read('a.txt')).toBeNull()
      expect(await testApp.answer(approval, 'once')).toBe(true)

      const retried = await client.callTool(write('a.txt'))
      expect([retried.isError ?? false, read('a.txt')]).toEqual([false, 'made a.txt\n'])
      const entries = await testApp.journal()
      expect(entries.filter(({ kind }) => kind === 'running')).toHaveLength(1)
      expect(
        entries.flatMap((entry) =>
          entry.kind === 'decision'
            ? [[entry.principal.kind, entry.principal.name, entry.channel]]
            : [],
        ),
      ).toEqual([['mcp-client', 'tester', 'gateway']])

      // The result was given out: the same call once more is a new one, and is held again.
      const again = client.callTool(write('a.txt'))
      await testApp.answer(await testApp.heldOne(), 'deny-once')
      expect(await again).toMatchObject({ isError: true })
      expect(textOf(await again)).toMatch(/^A person denied this call\./)
    },
  )

  it(
    'is joined by the same request of another connection of that client, and by nobody else @whole',
    { timeout: 600_000 },
    async () => {
      const [one, two, other] = [await open(), await open(), await open('other')]
      const first = one.callTool(write('b.txt'))
      await testApp.held(1)
      const second = two.callTool(write('b.txt'))
      const third = other.callTool(write('b.txt'))
      const held = await testApp.held(2)
      await Promise.all(
        held
          .filter(({ principal }) => principal.name === 'tester')
          .map((mine) => testApp.answer(mine, 'once')),
      )
      expect(await second).toEqual(await first)
      await testApp.answer(await testApp.heldOne(), 'deny-once')
      expect(await third).toMatchObject({ isError: true })
      expect((await testApp.journal()).filter(({ kind }) => kind === 'running')).toHaveLength(1)
    },
  )

  it(
    'is picked up with gatehouse_wait, also after the app was killed and started again @whole',
    { timeout: 600_000 },
    async () => {
      const client = await open()
      await givesUp(client, 'c.txt')
      testApp.kill()
      const approval = await testApp.heldOne()
      const waiting = client.callTool({
        name: 'gatehouse_wait',
        arguments: { request: approval.callId },
      })
      await testApp.answer(approval, 'once')
      expect(await waiting).toMatchObject({
        content: [{ type: 'text', text: 'Created c.txt (11 bytes).' }],
      })
      expect(read('c.txt')).toBe('made c.txt\n')
      expect(textOf(await client.callTool({ name: 'gatehouse_wait', arguments: {} }))).toBe(
        'No call of yours waits for a person.',
      )
      expect(
        await client.callTool({ name: 'gatehouse_wait', arguments: { request: approval.callId } }),
      ).toMatchObject({ isError: true })
    },
  )

  it(
    'tells a client that listens for progress what it waits for @whole',
    { timeout: 600_000 },
    async () => {
      const client = await open('tester', 'claude-code')
      const received: string[] = []
      const call = client.callTool(write('d.txt'), undefined, {
        onprogress: ({ message }) => received.push(message ?? ''),
      })
      const approval = await testApp.heldOne()
      await expect.poll(() => received.length).toBeGreaterThan(0)
      await testApp.answer(approval, 'once')
      await call
      expect(received[0]).toBe('Waiting for a person to answer in Gatehouse (0 s).')
    },
  )
})

describe('the prompt of the client itself', () => {
  it(
    'answers up to R2 only where the person allowed it, and is journalled as that @whole',
    { timeout: 600_000 },
    async () => {
      testApp = openTestApp('gateway:\n  clients:\n    trusted: { elicitation: true }\n')
      const asked: string[] = []
      const approve = (message: string): boolean => asked.push(message) > 0
      const trusted = await open('trusted', 'prompting', approve)
      const outside = {
        name: 'read_file',
        arguments: { path: join(testApp.workspace, '..', 'outside.txt') },
      }
      writeFileSync(outside.arguments.path, 'from outside')
      expect(await trusted.callTool(outside)).toMatchObject({ content: [{ text: 'from outside' }] })
      expect(asked).toHaveLength(1)
      expect(
        (await testApp.journal()).flatMap((entry) =>
          entry.kind === 'answered' ? [[entry.answer, entry.surface]] : [],
        ),
      ).toEqual([['once', 'client']])

      // R3 is for a person in Gatehouse alone, and so is everything of a client that was not
      // allowed.
      const higher = trusted.callTool(write('.envrc'))
      await testApp.answer(await testApp.heldOne(), 'deny-once')
      expect(await higher).toMatchObject({ isError: true })
      const plain = await open('plain', 'prompting', approve)
      const refused = plain.callTool(outside)
      await testApp.answer(await testApp.heldOne(), 'deny-once')
      expect([await refused, asked.length, read('.envrc')]).toMatchObject([
        { isError: true },
        1,
        null,
      ])
    },
  )
})
