// A long message of a client is looked at piece by piece before it is parsed, and one that holds too
// much is refused with a sentence. What comes behind it waits for it and is not lost.
import { expect, it } from 'vitest'
import { listenHttp } from '../../../main/mcp/gateway/http/http-server.ts'
import { serveLines } from '../../../main/mcp/gateway/lines.ts'
import { holdsTooMany } from '../../../main/mcp/gateway/protocol/measure.ts'
import { done } from '../../../main/mcp/gateway/protocol/reply.ts'
import type { Provider } from '../../../main/mcp/gateway/provider.ts'

const provider: Provider = {
  info: { name: 'fixture', version: '1' },
  instructions: null,
  capabilities: { tools: { listChanged: true } },
  list: () => '[]',
  callTool: async (_, args) => done(`"content":[],"length":${JSON.stringify(args).length}`),
  readResource: async () => done(''),
  getPrompt: async () => done(''),
  watch: () => null,
  complete: async () => done(''),
  onChange: () => () => {},
}

const message = (id: number, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const initialize = message(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'x', version: '1' },
})
const call = (id: number, args: object): string =>
  message(id, 'tools/call', { name: 'write', arguments: args })
// Text may hold any number of such signs.
const file = call(2, { content: '{"a":[1,2,"3"],\n'.repeat(100_000) })
const numbers = call(3, { list: Array.from({ length: 1_000_000 }, (_, at) => at) })
const refused = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: 'A message holds at most 100000 values.' },
}

it('a message that holds too much is refused over lines, and the order of all others is kept', async () => {
  const said: unknown[] = []
  const all = Promise.withResolvers<void>()
  const client = serveLines(provider, (text) => {
    said.push(
      ...text
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    )
    if (said.length === 4) all.resolve()
  })
  for (const line of [initialize, file, numbers, message(4, 'ping', {})]) client.line(line)
  await all.promise
  client.close()
  expect(said.slice(1)).toEqual([
    expect.objectContaining({ id: 2, result: expect.objectContaining({ content: [] }) }),
    refused,
    { jsonrpc: '2.0', id: 4, result: {} },
  ])
})

it('nothing is accepted from a client that has gone meanwhile', async () => {
  const said: string[] = []
  const client = serveLines(provider, (text) => said.push(text))
  client.line(numbers)
  client.line(initialize)
  client.close()
  await holdsTooMany(numbers)
  expect(said.join('')).not.toContain('serverInfo')
})

it('a message that holds too much is refused over HTTP in the same words', async () => {
  const opened = await listenHttp(
    0,
    { clientOf: () => 'client', providerFor: () => provider, now: Date.now },
    { headersMs: 10_000, requestMs: 60_000 },
  )
  if (!opened.ok) throw new Error(opened.error.text)
  const answer = await fetch(opened.value.url, {
    method: 'POST',
    body: numbers,
    headers: { 'content-type': 'application/json', authorization: 'Bearer any' },
  })
  expect([answer.status, await answer.json()]).toEqual([400, refused])
  await opened.value.close()
})

it('others have their turn between the pieces', async () => {
  let turns = 0
  let over = false
  const count = (): void => {
    turns += 1
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  expect(await holdsTooMany(call(1, { content: 'x'.repeat(4_000_000) }))).toBe(false)
  over = true
  // Sixteen pieces of 256 KB.
  expect(turns).toBeGreaterThanOrEqual(15)
})
