// A connection to an address: real servers on loopback, honest and hostile, through the real way
// out.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Connection } from '../../../main/mcp/connection.ts'
import { openOutside, options, project, saying, stateOf } from './fixture.ts'

const fixture = openOutside('http')
const open: Server[] = []
afterAll(() => {
  for (const server of open) {
    server.close()
    server.closeAllConnections()
  }
})

type Said = {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly name?: string }
}
type Seen = {
  readonly method: string
  readonly session: string | undefined
  readonly version: string | undefined
  readonly key: string | undefined
  readonly rpc: string | undefined
}

/** Speaks just enough of 2025-11-25; `call` deals with `tools/call`. */
async function address(
  call: (said: Said, response: ServerResponse, request: IncomingMessage) => void,
  first?: (request: IncomingMessage, response: ServerResponse, said: Said) => boolean,
) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    request.on('end', () => {
      const said = (text === '' ? {} : JSON.parse(text)) as Said
      const header = (name: string) => request.headers[name] as string | undefined
      seen.push({
        method: request.method ?? '',
        session: header('mcp-session-id'),
        version: header('mcp-protocol-version'),
        key: header('x-key'),
        rpc: said.method,
      })
      if (first?.(request, response, said) === true) return
      const json = (body: unknown, more = {}): void => {
        response.writeHead(200, { 'content-type': 'application/json', ...more })
        response.end(JSON.stringify({ jsonrpc: '2.0', id: said.id, ...(body as object) }))
      }
      if (request.method === 'DELETE') return void response.writeHead(200).end()
      if (request.method !== 'POST') return void response.writeHead(405).end()
      if (said.id === undefined) return void response.writeHead(202).end()
      switch (said.method ?? '') {
        case 'initialize':
          return json(
            {
              result: {
                protocolVersion: '2025-11-25',
                capabilities: { tools: {} },
                serverInfo: { name: 'address', version: '1' },
              },
            },
            { 'mcp-session-id': 's-1' },
          )
        case 'tools/list':
          return json({
            result: {
              tools: ['plain', 'stream', 'huge', 'endless', 'deep'].map((name) => ({
                name,
                inputSchema: { type: 'object' },
              })),
            },
          })
        case 'tools/call':
          return call(said, response, request)
        default:
          return json({ error: { code: -32_601, message: 'Method not found' } })
      }
    })
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/mcp`, port, seen }
}
const result = (id: number | undefined, text: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })
const call = (connection: Connection, tool: string, more = {}) =>
  connection.call(tool, {}, options(more))
const failing = (code: string, text: RegExp = /./) => ({
  ok: false,
  error: expect.objectContaining({ code, text: expect.stringMatching(text) }),
})

describe('a connection to an address', () => {
  it(
    'keeps the session and its headers, takes plain and streamed answers, and ends the session at the end',
    { timeout: 600_000 },
    async () => {
      const { url, seen } = await address(({ id, params }, response) => {
        if (params?.name === 'plain') {
          response.writeHead(200, { 'content-type': 'application/json' })
          return void response.end(result(id, 'as one'))
        }
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(': hello\n\n')
        response.end(`event: message\ndata: ${result(id, 'as a stream')}\n\n`)
      })
      const connection = fixture.connectTo('address', {
        transport: 'http',
        url,
        headers: { 'X-Key': { secret: 'key' } },
      })
      expect(await call(connection, 'plain')).toEqual(saying('as one'))
      expect(await call(connection, 'stream')).toEqual(saying('as a stream'))
      expect(connection.offer()).toMatchObject({
        launch: [url],
        protocol: '2025-11-25',
        server: { name: 'address', version: '1' },
      })
      await connection.dispose()
      const calls = seen.filter(({ rpc }) => rpc === 'tools/call')
      expect(calls).toEqual(
        calls.map(() => ({
          method: 'POST',
          session: 's-1',
          version: '2025-11-25',
          key: 'stored-value',
          rpc: 'tools/call',
        })),
      )
      expect(seen.every(({ key }) => key === 'stored-value')).toBe(true)
      expect(seen.at(-1)).toMatchObject({ method: 'DELETE', session: 's-1' })
    },
  )

  it(
    'ends a gigabyte, an endless stream and a nested answer at their bounds, with memory flat',
    { timeout: 600_000 },
    async () => {
      const { url } = await address(({ params }, response) => {
        const chunk = params?.name === 'deep' ? '['.repeat(64 * 1024) : 'a'.repeat(64 * 1024)
        response.writeHead(200, {
          'content-type': params?.name === 'endless' ? 'text/event-stream' : 'application/json',
        })
        response.write(params?.name === 'endless' ? 'data: ' : '{"jsonrpc":"2.0","result":"')
        if (params?.name === 'deep') response.write('","x":')
        const more = (): void => {
          while (!response.destroyed && response.write(chunk));
          if (!response.destroyed) response.once('drain', more)
        }
        more()
      })
      for (const [tool, text] of [
        ['huge', /longer than 16777216 bytes/],
        ['endless', /longer than 16777216 bytes/],
        ['deep', /nested deeper than 128/],
      ] as const) {
        const connection = fixture.connectTo(tool, { transport: 'http', url })
        await stateOf(connection, 'ready')
        const before = process.memoryUsage().rss
        expect(await call(connection, tool, { timeoutMs: 20_000 })).toEqual(
          failing('server.ended', text),
        )
        expect(connection.state()).toMatchObject({
          kind: 'stopped',
          text: expect.stringMatching(text),
        })
        expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(120)
      }
    },
  )

  it(
    'says at once that an answer was cut off, and that nothing is known of its effect',
    { timeout: 600_000 },
    async () => {
      const { url } = await address(({ id, params }, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        // Nothing at all, half a message, another answer than the one that was asked for, and a
        // whole one after a cut.
        if (params?.name === 'plain') return void response.end(`data: ${result(id, 'whole')}\n\n`)
        if (params?.name === 'huge') return void response.end()
        response.write(
          params?.name === 'stream' ? 'data: {"jsonrpc"' : `data: ${result(-1, 'of nobody')}\n\n`,
        )
        setTimeout(() => response.destroy(), 50)
      })
      const connection = fixture.connectTo('cutting', { transport: 'http', url })
      await stateOf(connection, 'ready')
      for (const tool of ['huge', 'stream', 'deep']) {
        const cut = {
          ...failing('server.ended', /was cut off/),
          error: expect.objectContaining({ hint: expect.stringContaining('not known') }),
        }
        expect(await call(connection, tool, { timeoutMs: 600_000 })).toEqual(cut)
      }
      expect(await call(connection, 'plain')).toEqual(saying('whole'))
      expect(connection.state()).toEqual({ kind: 'ready' })
    },
  )

  it('does not go where it is redirected', { timeout: 600_000 }, async () => {
    const other = await address(() => {})
    const { url } = await address(
      () => {},
      (_request, response) => {
        response.writeHead(307, { location: other.url }).end()
        return true
      },
    )
    const connection = fixture.connectTo('redirecting', {
      transport: 'http',
      url,
      headers: { 'X-Key': 'key' },
    })
    await stateOf(connection, 'waiting')
    expect(connection.state()).toMatchObject({ text: expect.stringMatching(/redirect/i) })
    expect(other.seen).toEqual([])
  })

  it(
    'starts a new session where the server has forgotten the old one, and asks again',
    { timeout: 600_000 },
    async () => {
      let forgotten = false
      const { url, seen } = await address(
        ({ id }, response) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          response.end(result(id, 'here'))
        },
        (_request, response, said) => {
          if (said.method === 'initialize') forgotten = false
          if (!forgotten) return false
          response.writeHead(404).end()
          return true
        },
      )
      const connection = fixture.connectTo('forgetful', { transport: 'http', url })
      expect(await call(connection, 'plain')).toEqual(saying('here'))
      forgotten = true
      expect(await call(connection, 'plain')).toEqual(saying('here'))
      expect(seen.filter(({ rpc }) => rpc === 'initialize').length).toBe(2)
      expect(connection.state()).toEqual({ kind: 'ready' })
    },
  )

  it(
    'says that it needs a sign-in, and opens no page by itself',
    { timeout: 600_000 },
    async () => {
      const { url } = await address(
        () => {},
        (_request, response) => {
          response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
          return true
        },
      )
      const connection = fixture.connectTo('closed', { transport: 'http', url })
      await stateOf(connection, 'needs-sign-in')
      expect(await call(connection, 'plain')).toEqual(failing('server.sign-in'))
    },
  )

  it(
    'is tried again while it is not there, without ever being stopped @whole',
    { timeout: 600_000 },
    async () => {
      const probe = createSocket()
      const port = await new Promise<number>((resolve) =>
        probe.listen(0, '127.0.0.1', () => resolve((probe.address() as AddressInfo).port)),
      )
      await new Promise((resolve) => probe.close(resolve))
      const tries: string[] = []
      const connection: Connection = fixture.connectTo(
        'absent',
        { transport: 'http', url: `http://127.0.0.1:${port}/mcp` },
        { limits: { waitMs: [20] }, changed: () => void tries.push('changed') },
      )
      await expect.poll(() => tries.length).toBeGreaterThan(12)
      expect(['waiting', 'starting']).toContain(connection.state().kind)
      expect(connection.log().join(' ')).toMatch(/could not be reached.*Check that the server runs/)
    },
  )

  it(
    'reads and calls the official example server over streamable HTTP @whole',
    { timeout: 600_000 },
    async () => {
      const probe = createSocket()
      const port = await new Promise<number>((resolve) =>
        probe.listen(0, '127.0.0.1', () => resolve((probe.address() as AddressInfo).port)),
      )
      await new Promise((resolve) => probe.close(resolve))
      const entry = join(
        project,
        'node_modules/@modelcontextprotocol/server-everything/dist/index.js',
      )
      const child = spawn(process.execPath, [entry, 'streamableHttp'], {
        env: { ...process.env, PORT: String(port) },
        stdio: 'ignore',
      })
      try {
        const connection = fixture.connectTo(
          'everything',
          { transport: 'http', url: `http://127.0.0.1:${port}/mcp` },
          { limits: { waitMs: [200] } },
        )
        await stateOf(connection, 'ready')
        expect(await connection.call('echo', { message: 'hi' }, options())).toEqual(
          saying('Echo: hi'),
        )
        expect(connection.offer()?.prompts.length).toBeGreaterThan(0)
        expect(connection.observed().hosts).toEqual([`127.0.0.1:${port}`])
        await connection.dispose()
      } finally {
        child.kill('SIGKILL')
      }
    },
  )
})
