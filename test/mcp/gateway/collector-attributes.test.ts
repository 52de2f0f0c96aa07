// What a Collector learns about MCP: a real server behind the gate, used by the official client, in a
// Gatehouse that sends its journal over OTLP.
// @module-tag whole
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { otlpReceiver, type Receiver } from '../../fakes/otlp-receiver.ts'
import { openTestApp, root, type TestApp } from './test-app.ts'

const library = join(root, 'test/fakes/mcp/honest/library.ts')

let receiver: Receiver
let testApp: TestApp
beforeAll(async () => {
  receiver = await otlpReceiver()
  testApp = openTestApp(
    `fleet:\n  machine: ada-laptop\n  collector: { url: '${receiver.url}' }\nservers:\n  library: { transport: stdio, command: ${process.execPath}, args: [${library}], folders: [{ path: ${root} }], trust: local }\n`,
  )
  const first = await client()
  await first.close()
  const person = await testApp.person()
  const review = await person.call('servers.review', { name: 'library' })
  if (!review.ok) throw new Error(review.error.text)
  const { digest, items } = review.value
  const accepted = await person.call('servers.accept', {
    name: 'library',
    digest,
    items: items.map(({ what, name }) => ({ what, name })),
  })
  if (!accepted.ok) throw new Error(accepted.error.text)
}, 600_000)
afterAll(async () => {
  testApp.remove()
  await receiver.stop()
})

async function client(): Promise<Client> {
  const opened = new Client({ name: 'official', version: '1.0.0' })
  await opened.connect(
    new StdioClientTransport({ ...testApp.command('official'), stderr: 'inherit' }),
  )
  return opened
}

/** With a person who approves whatever is held of it. */
async function approved<T>(use: Promise<T>): Promise<T> {
  let going = true
  const settled = use.finally(() => void (going = false))
  while (going) {
    for (const approval of await testApp.pending()) await testApp.answer(approval, 'once')
    await pause(100)
  }
  return await settled
}

it(
  'names method, tool, resource and prompt of what a client used',
  { timeout: 600_000 },
  async () => {
    const used = await client()
    await approved(used.callTool({ name: 'library__find_notes', arguments: {} }))
    await approved(used.readResource({ uri: 'library+note://one' }))
    await approved(used.getPrompt({ name: 'library__greet', arguments: { name: 'Ada' } }))
    await used.close()

    const outcomes = () =>
      receiver.records
        .filter(({ event }) => event === 'gatehouse.outcome')
        .map(({ attributes }) => attributes)
    await expect.poll(() => outcomes().length).toBe(3)
    const shared = {
      'gatehouse.mcp.server': ['library'],
      'gatehouse.channel': 'gateway',
      'gatehouse.principal': ['official', 'mcp-client'],
      'gatehouse.status': 'done',
      'gen_ai.tool.call.id': expect.any(String),
      'gen_ai.conversation.id': expect.any(String),
    }
    expect(outcomes()).toMatchObject([
      {
        ...shared,
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'library__find_notes',
      },
      { ...shared, 'mcp.method.name': 'resources/read', 'mcp.resource.uri': 'note://one' },
      { ...shared, 'mcp.method.name': 'prompts/get', 'gen_ai.prompt.name': 'greet' },
    ])
    const decisions = receiver.records
      .filter(({ event }) => event === 'gatehouse.decision')
      .map(({ attributes }) => attributes['mcp.method.name'])
    expect(decisions).toEqual(['tools/call', 'resources/read', 'prompts/get'])
  },
)
