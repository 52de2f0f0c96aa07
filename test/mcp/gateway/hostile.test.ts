// A hostile client, over real sockets: whatever it sends, it is told so or cut off, and the one
// beside it is served as before.
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenHttp } from '../../../main/mcp/gateway/http/http-server.ts'
import type { HttpEndpoint } from '../../../main/mcp/gateway/http/http-server.ts'
import { serveLines } from '../../../main/mcp/gateway/lines.ts'
import type { Context, Provider } from '../../../main/mcp/gateway/provider.ts'
import { done } from '../../../main/mcp/gateway/protocol/reply.ts'

const provider: Provider = {
  info: { name: 'fixture', version: '1' },
  instructions: null,
  capabilities: { tools: { listChanged: true }, logging: {} },
  list: () => '[{"name":"echo","inputSchema":{"type":"object"}}]',
  callTool: async (name, args, { signal }: Context) => {
    if (name === 'never')
      await new Promise<void>((end) => signal.addEventListener('abort', () => end()))
    return done(`"content":[{"type":"text","text":${JSON.stringify(JSON.stringify(args))}}]`)
  },
  readResource: async () => done(''),
  getPrompt: async () => done(''),
  watch: () => null,
  complete: async () => done(''),
  onChange: () => () => {},
}

let endpoint: HttpEndpoint
beforeAll(async () => {
  const clientOf = (header: string | undefined): string | null =>
    header?.startsWith('Bearer ') === true ? header.slice(7) : null
  const opened = await listenHttp(
    0,
    { clientOf, providerFor: () => provider, now: Date.now },
    { headersMs: 1_500, requestMs: 60_000 },
  )
  if (!opened.ok) throw new Error(opened.error.text)
  endpoint = opened.value
})
afterAll(() => endpoint.close())

const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(endpoint.url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', authorization: 'Bearer bad', ...headers },
  })
const initialize =
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}'
const open = async (client: string): Promise<Record<string, string>> => {
  const answer = await post(initialize, { authorization: `Bearer ${client}` })
  await answer.text()
  return {
    authorization: `Bearer ${client}`,
    'mcp-session-id': answer.headers.get('mcp-session-id') ?? '',
  }
}
const call = (id: number | string, args: object, name = 'echo'): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })

/** The good client beside the bad one. */
const served = async (): Promise<void> => {
  const good = await open('good')
  const answer = await post(call(7, { fine: true }), good)
  expect(await answer.json()).toEqual({
    jsonrpc: '2.0',
    id: 7,
    result: { content: [{ type: 'text', text: '{"fine":true}' }] },
  })
}

describe('over HTTP', () => {
  const before: readonly [
    what: string,
    body: string,
    headers: Record<string, string>,
    status: number,
  ][] = [
    ['no token', initialize, { authorization: '' }, 401],
    ['a page of another origin', initialize, { origin: 'http://evil.example' }, 403],
    ['a page of another port', initialize, { origin: 'http://127.0.0.1:1' }, 403],
    ['no JSON at all', '{"jsonrpc"', {}, 400],
    ['a body of another kind', initialize, { 'content-type': 'text/plain' }, 415],
    ['a batch', `[${initialize}]`, {}, 400],
    ['a batch of a hundred thousand', `[${'1,'.repeat(100_000)}1]`, {}, 400],
    ['no session', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', {}, 400],
    [
      'a session that is nobody’s',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      { 'mcp-session-id': 'x'.repeat(32) },
      404,
    ],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', {}, 400],
    [
      'an id of a megabyte',
      `{"jsonrpc":"2.0","id":"${'x'.repeat(1_000_000)}","method":"ping"}`,
      {},
      400,
    ],
    [
      'a method of a megabyte',
      `{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(1_000_000)}"}`,
      {},
      400,
    ],
    [
      'nesting of a hundred thousand',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
      {},
      400,
    ],
    [
      'a version from the future',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}}}',
      { 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'tools/list' },
      400,
    ],
    [
      'headers that differ from the body',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}',
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'other' },
      400,
    ],
  ]
  it.each(before)('%s', async (_, body, headers, status) => {
    const answer = await post(body, headers)
    await answer.text()
    expect(answer.status).toBe(status)
    await served()
  })

  it('serves a session to the client that opened it, and to no other', async () => {
    const { 'mcp-session-id': session = '' } = await open('bad')
    const stolen = { authorization: 'Bearer other', 'mcp-session-id': session }
    expect([
      (await post(call(1, {}), stolen)).status,
      (await fetch(endpoint.url, { method: 'DELETE', headers: stolen })).status,
    ]).toEqual([404, 404])
    const own = { ...stolen, authorization: 'Bearer bad' }
    expect((await post(call(1, {}), own)).status).toBe(200)
    expect((await fetch(endpoint.url, { method: 'DELETE', headers: own })).status).toBe(204)
    expect((await post(call(1, {}), own)).status).toBe(404)
  })

  it('takes names of prototypes for names like any other', async () => {
    const bad = await open('bad')
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}},"__proto__":{"name":"never"}}}'
    expect((await post(body, bad)).status).toBe(200)
    for (const method of [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'unknown/method',
    ]) {
      const answer = (await (
        await post(JSON.stringify({ jsonrpc: '2.0', id: 2, method }), bad)
      ).json()) as { error: { code: number } }
      expect([method, answer.error.code]).toEqual([method, -32601])
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    await served()
  })

  it('refuses an id that is under way, and more requests at once than there may be', async () => {
    const bad = await open('bad')
    const stop = new AbortController()
    const never = (id: number): Promise<Response> =>
      fetch(endpoint.url, {
        method: 'POST',
        signal: stop.signal,
        body: call(id, {}, 'never'),
        headers: { 'content-type': 'application/json', ...bad },
      })
    const all = Array.from({ length: 128 }, (_, id) => never(id).catch(() => null))
    await expect
      .poll(
        async () =>
          ((await (await post(call(5_000, {}), bad)).json()) as { error?: { code: number } }).error
            ?.code,
      )
      .toBe(-32_000)
    expect(await (await post(call(3, {}), bad)).json()).toMatchObject({ error: { code: -32_600 } })
    await served()
    stop.abort()
    await Promise.all(all)
    // What nobody waits for any more is let go.
    await expect.poll(async () => (await post(call(9_999, {}), bad)).status).toBe(200)
  })

  it('ends a body that is too long, before it is there', async () => {
    const head = `POST /mcp HTTP/1.1\r\nhost: ${host()}\r\nauthorization: Bearer bad\r\ncontent-type: application/json\r\n`
    for (const declared of [1_073_741_824, 17 * 1024 * 1024]) {
      const { socket } = raw()
      socket.write(`${head}content-length: ${declared}\r\n\r\n{`)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /)
      socket.destroy()
    }
    // Who does not go by itself is cut off.
    const { socket, ended } = raw()
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
    const piece = `100000\r\n${'x'.repeat(0x100000)}\r\n`
    for (let at = 0; at < 40 && !socket.destroyed; at++) socket.write(piece)
    expect(await ended).toMatch(/^HTTP\/1\.1 413 /)
    await served()
  })

  it('cuts off who sends headers drop by drop', { timeout: 600_000 }, async () => {
    const { socket, ended } = raw()
    socket.write(`POST /mcp HTTP/1.1\r\nhost: ${host()}\r\n`)
    const drip = setInterval(() => void socket.write('x-a: b\r\n'), 300)
    await served()
    expect(await ended).not.toMatch(/ 200 /)
    clearInterval(drip)
  })

  it('keeps to its number of sessions', async () => {
    const first = await open('greedy')
    for (let at = 0; at < 40; at++) await open('greedy')
    expect((await post(call(1, {}), first)).status).toBe(404)
    await served()
  })
})

const host = (): string => new URL(endpoint.url).host
function raw(): { readonly socket: Socket; readonly ended: Promise<string> } {
  const { hostname, port } = new URL(endpoint.url)
  const socket = connectTcp(Number(port), hostname)
  let said = ''
  socket.on('data', (text) => (said += text.toString()))
  socket.on('error', () => {})
  return { socket, ended: new Promise((end) => socket.on('close', () => end(said))) }
}

describe('over lines', () => {
  /** What was said to these lines, once it is at least so many answers. */
  const answers = async (count: number, ...lines: readonly string[]): Promise<unknown[]> => {
    const said: unknown[] = []
    const client = serveLines(provider, (text) =>
      said.push(
        ...text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      ),
    )
    client.line(initialize)
    for (const line of lines) client.line(line)
    // The first answer is that of `initialize`.
    await expect.poll(() => said.length).toBeGreaterThan(count)
    await new Promise((later) => setTimeout(later, 20))
    client.close()
    return said.slice(1)
  }
  const cases: readonly [what: string, lines: readonly string[], want: readonly object[]][] = [
    ['no JSON', ['{'], [{ id: null, error: { code: -32_700 } }]],
    ['a batch', ['[]'], [{ id: null, error: { code: -32_600 } }]],
    [
      'a message without a version',
      ['{"id":4,"method":"ping"}'],
      [{ id: 4, error: { code: -32_600 } }],
    ],
    ['answers to what nobody asked', ['{"jsonrpc":"2.0","id":"gatehouse-0","result":{}}'], []],
    [
      'notifications by the thousand',
      Array.from({ length: 5_000 }, () => '{"jsonrpc":"2.0","method":"notifications/nothing"}'),
      [],
    ],
    [
      'cancelling what is not there',
      ['{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}'],
      [],
    ],
    [
      'a mark of the encoding before it',
      ['\ufeff{"jsonrpc":"2.0","id":4,"method":"ping"}'],
      [{ id: 4, result: {} }],
    ],
    ['an id twice', [call(1, {}, 'never'), call(1, {})], [{ id: 1, error: { code: -32_600 } }]],
    [
      'a level that there is not',
      ['{"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"__proto__"}}'],
      [{ id: 2, error: { code: -32_602 } }],
    ],
    [
      'a cursor of somebody else',
      ['{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"x"}}'],
      [{ id: 2, error: { code: -32_602 } }],
    ],
    [
      'arguments that are no object',
      ['{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":[1]}}'],
      [{ id: 2, result: {} }],
    ],
  ]
  it.each(cases)('%s', async (_, lines, want) => {
    expect(await answers(want.length, ...lines)).toMatchObject(want)
  })

  it('takes all calls that a client may have held, with room for others, and refuses more requests than that', async () => {
    const waiting = Array.from({ length: 384 }, (_, id) => call(`held-${id}`, {}, 'never'))
    const few = await answers(1, ...waiting.slice(0, 320), call(1, {}))
    expect(few).toMatchObject([{ id: 1, result: {} }])
    const many = await answers(1, ...waiting, call(1, {}))
    expect(many).toMatchObject([
      {
        id: 1,
        error: {
          code: -32_000,
          message: 'More than 384 requests at once. Wait for answers first.',
        },
      },
    ])
  })

  it('a message that is too long is refused, and says how long it may be', async () => {
    const said: string[] = []
    const client = serveLines(provider, (text) => said.push(text))
    client.tooLong()
    await expect.poll(() => said.join('')).toContain('at most 16777216 characters')
    client.close()
  })
})
