import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { outboundOf, site } from './fixtures/ask.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const code = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => 'answered',
    (thrown: unknown) =>
      thrown instanceof Error && thrown.cause !== undefined
        ? (thrown.cause as { code?: unknown }).code
        : thrown,
  )

describe('the fetch of one external server', () => {
  it('reaches its own scheme, host and port, and nothing else', async () => {
    const { url, server } = await site((_, response) => response.end('here'))
    const other = await site((_, response) => response.end())
    const send = outboundOf({ hosts: () => [] }).serverFetch(url('/mcp'))
    expect(await (await send(url('/mcp'), { method: 'POST', body: '{}' })).text()).toBe('here')
    for (const target of [
      other.url('/'),
      `http://localhost:${server.port}/`,
      `https://127.0.0.1:${server.port}/`,
    ]) {
      expect([target, await code(() => send(target))]).toEqual([target, 'net.not-permitted'])
    }
    expect(other.server.seen).toEqual([])
  })

  it('gives a redirect back as it is', async () => {
    const other = await site((_, response) => response.end('stolen'))
    const { url } = await site((_, response) =>
      response.writeHead(307, { location: other.url('/') }).end(),
    )
    const answer = await outboundOf({ hosts: () => [] }).serverFetch(url('/'))(url('/'), {
      headers: { 'x-key': 'k' },
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([307, other.url('/')])
    expect(other.server.seen).toEqual([])
  })

  it.each([
    ['server.example.org', '127.0.0.1'],
    ['server.example.org', '169.254.169.254'],
    ['box.lan', '169.254.169.254'],
  ])('of %s does not dial %s', async (host, address) => {
    const send = outboundOf({ hosts: () => [], resolve: async () => [address] }).serverFetch(
      `http://${host}/mcp`,
    )
    expect(await code(() => send(`http://${host}/mcp`))).toBe('net.address-refused')
  })
})

describe('the fetch for signing in to an external server', () => {
  it.each([
    [
      'https://server.example.org/mcp',
      'http://login.example.org/token',
      '203.0.113.7',
      'net.not-permitted',
    ],
    [
      'https://server.example.org/mcp',
      'http://server.example.org/token',
      '203.0.113.7',
      'net.not-permitted',
    ],
    [
      'https://server.example.org/mcp',
      'https://login.example.org/token',
      '127.0.0.1',
      'net.address-refused',
    ],
    [
      'https://server.example.org/mcp',
      'https://login.example.org/token',
      '10.0.0.8',
      'net.address-refused',
    ],
    [
      'https://server.example.org/mcp',
      'https://169.254.169.254/token',
      '169.254.169.254',
      'net.address-refused',
    ],
    ['http://localhost:1/mcp', 'http://127.0.0.1:1/token', '127.0.0.1', 'net.not-permitted'],
    ['http://10.0.0.8/mcp', 'https://10.0.0.9/token', '10.0.0.9', 'net.address-refused'],
  ])('of %s does not ask %s at %s', async (server, target, address, why) => {
    const send = outboundOf({ hosts: () => [], resolve: async () => [address] }).signInFetch(server)
    expect(await code(() => send(target))).toBe(why)
  })

  it('asks the very host that the person wrote, on another port too', async () => {
    const { url, server } = await site((_, response) => response.end('token'))
    const send = outboundOf({ hosts: () => [] }).signInFetch('http://127.0.0.1:1/mcp')
    expect(await (await send(url('/token'))).text()).toBe('token')
    expect(server.seen.length).toBe(1)
  })
})

describe('a body that is still being read', () => {
  it('ends with the signal of who asked, also after everything else of the request was collected', async () => {
    const closed = Promise.withResolvers<string>()
    const { url } = await site((request, response) => {
      request.on('close', () => closed.resolve('closed'))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': hello\n\n')
    })
    const { url: longer, server } = await site((_, response) => {
      response.writeHead(200)
      response.write('x'.repeat(100_000))
      response.end('y')
    })
    const outbound = outboundOf({ hosts: () => [] })
    const stop = new AbortController()
    const reader = await outbound
      .serverFetch(url('/'))(url('/'), { signal: stop.signal })
      .then((answer) => answer.body?.getReader())
    await reader?.read()
    const rest = reader?.read().then(
      () => 'went on',
      (thrown: unknown) => thrown,
    )
    for (let times = 0; times < 3; times += 1) {
      collect()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    stop.abort(new Error('enough'))
    expect([await rest, await closed.promise]).toEqual([new Error('enough'), 'closed'])
    const whole = await outbound.serverFetch(longer('/'))(longer('/'))
    expect([(await whole.text()).length, server.seen.length]).toEqual([100_001, 1])
  })
})
