import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { canonicalUrl } from '../../main/egress/canonical-url.ts'
import { ask, codeOf, keep, outboundOf, redirect, site, textOf } from './fixtures/ask.ts'
import { serveTcp } from './fixtures/servers.ts'

/** As small as the best in what counts here, at a tenth of its cost. */
const quick = { [constants.BROTLI_PARAM_QUALITY]: 1 }

describe('an answer', () => {
  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (bytes) => bytes],
  ])('in %s is unpacked', async (coding, pack) => {
    const { hosts, url } = await site((_, response) =>
      response
        .writeHead(200, { 'content-encoding': coding })
        .end(pack(Buffer.from('packed ünd whole'))),
    )
    expect(textOf(await ask(url('/'), { hosts }))).toBe('packed ünd whole')
  })

  it.each([['gzip, gzip'], ['compress'], ['zstd'], ['gzip, br']])(
    'in the unknown or doubled coding %s is refused',
    async (coding) => {
      const { hosts, url } = await site((_, response) =>
        response.writeHead(200, { 'content-encoding': coding }).end('x'),
      )
      expect(codeOf(await ask(url('/'), { hosts }))).toBe('net.protocol')
    },
  )

  it('that is broken gzip is refused', async () => {
    const { hosts, url } = await site((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip at all'),
    )
    expect(codeOf(await ask(url('/'), { hosts }))).toBe('net.protocol')
  })

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', (bytes) => gzipSync(bytes, { level: 1 })],
    ['br', (bytes) => brotliCompressSync(bytes, { params: quick })],
  ])(
    'that is a bomb in %s costs no more than the cap',
    async (coding, pack) => {
      const bomb = pack(Buffer.alloc(200 * 1024 * 1024))
      const { hosts, url } = await site((_, response) =>
        response.writeHead(200, { 'content-encoding': coding }).end(bomb),
      )
      const before = process.memoryUsage().rss
      const answer = await ask(url('/'), { hosts, maxBytes: 1_000_000 })
      expect(answer.ok && [answer.value.body.length, answer.value.truncated]).toEqual([
        1_000_000,
        true,
      ])
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
    },
    600_000,
  )

  it('of endless empty blocks is given up', async () => {
    const empty = gzipSync(Buffer.alloc(0))
    const { hosts, url } = await site((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(Buffer.concat(Array.from({ length: 20_000 }, () => empty)))
    })
    expect(codeOf(await ask(url('/'), { hosts, maxBytes: 1_000 }))).toBe('net.too-large')
  })

  it('without end is cut at the cap and the sender is let go', async () => {
    let closed: () => void = () => undefined
    const gone = new Promise<void>((resolve) => {
      closed = resolve
    })
    const { hosts, url } = await site((_, response) => {
      response.on('close', () => closed())
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    const answer = await ask(url('/'), { hosts, maxBytes: 300_000 })
    expect(answer.ok && [answer.value.body.length, answer.value.truncated]).toEqual([300_000, true])
    await gone
  })

  it('exactly as long as the cap is whole', async () => {
    const { hosts, url } = await site((_, response) => response.end('x'.repeat(1_000)))
    expect(await ask(url('/'), { hosts, maxBytes: 1_000 })).toMatchObject({
      ok: true,
      value: { truncated: false },
    })
    expect(await ask(url('/'), { hosts, maxBytes: 999 })).toMatchObject({
      ok: true,
      value: { truncated: true },
    })
  })

  it('that never begins, or stops in the middle, ends at the time limit @whole', async () => {
    const silent = await site(() => undefined)
    expect(codeOf(await ask(silent.url('/'), { hosts: silent.hosts, timeoutMs: 200 }))).toBe(
      'net.timeout',
    )
    const stuck = await site(
      (_, response) => void response.writeHead(200, { 'content-length': '100' }).write('half'),
    )
    expect(codeOf(await ask(stuck.url('/'), { hosts: stuck.hosts, timeoutMs: 200 }))).toBe(
      'net.timeout',
    )
    const circle = await site((_, response) => setTimeout(() => redirect(response, 302, '/x'), 60))
    expect(
      codeOf(await ask(circle.url('/'), { hosts: circle.hosts, timeoutMs: 200, maxRedirects: 50 })),
    ).toBe('net.timeout')
  })

  it('that comes a byte at a time, in its head or in its body, ends at the time limit @whole', async () => {
    for (const head of [
      'HTTP/1.1 200 OK\r\nx-slow: ',
      'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nfff\r\n',
    ]) {
      const server = await keep(
        serveTcp((socket) => {
          socket.once('data', () => socket.write(head))
          const drip = setInterval(() => socket.write('a'), 20)
          socket.on('close', () => clearInterval(drip))
        }),
      )
      const hosts = [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`]
      expect(codeOf(await ask(`http://127.0.0.1:${server.port}/`, { hosts, timeoutMs: 300 }))).toBe(
        'net.timeout',
      )
    }
  })

  it('that is a bomb of deflate, or chunks of next to nothing, costs no more than the cap @whole', async () => {
    const bomb = deflateSync(Buffer.alloc(50 * 1024 * 1024))
    const { hosts, url } = await site((_, response) =>
      response.writeHead(200, { 'content-encoding': 'deflate' }).end(bomb),
    )
    expect(await ask(url('/'), { hosts, maxBytes: 10_000 })).toMatchObject({
      ok: true,
      value: { truncated: true },
    })
    const server = await keep(
      serveTcp((socket) => {
        const more = (): void => {
          while (!socket.destroyed && socket.write('1\r\na\r\n'.repeat(1_000)));
          if (!socket.destroyed) socket.once('drain', more)
        }
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
          more()
        })
      }),
    )
    const answer = await ask(`http://127.0.0.1:${server.port}/`, {
      hosts: [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
      maxBytes: 50_000,
      timeoutMs: 20_000,
    })
    expect(answer.ok && [answer.value.body.length, answer.value.truncated]).toEqual([50_000, true])
  })

  it('that says too much before it begins, or changes the protocol, ends in a failure', async () => {
    for (const [raw, code] of [
      ['HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(40), 'net.protocol'],
      [
        'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
        'net.protocol',
      ],
      [`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(4)}HTTP/1.1 204 None\r\n\r\n`, 'status 204'],
    ] as const) {
      const server = await keep(serveTcp((socket) => socket.once('data', () => socket.write(raw))))
      const hosts = [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`]
      expect(codeOf(await ask(`http://127.0.0.1:${server.port}/`, { hosts }))).toBe(code)
    }
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'to a %s came after the body as a whole, and nothing of it was taken for another request',
    async (method) => {
      const { hosts, url, server } = await site((_, response) => response.end('fine'))
      const body = 'GET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n'
      expect(textOf(await ask(url('/'), { hosts, method, body }))).toBe('fine')
      expect(server.seen).toMatchObject([
        { method, path: '/', body, headers: { 'content-length': String(body.length) } },
      ])
    },
  )

  it('that is waited for ends at once when the call is stopped', async () => {
    const stop = new AbortController()
    const { hosts, url } = await site(() => stop.abort())
    expect(codeOf(await ask(url('/'), { hosts, signal: stop.signal }))).toBe('net.cancelled')
    expect(codeOf(await ask(url('/'), { hosts, signal: AbortSignal.abort() }))).toBe(
      'net.cancelled',
    )
  })

  it('that is waited for ends when Gatehouse ends', async () => {
    let arrived: () => void = () => undefined
    const reached = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const { hosts, url } = await site(() => arrived())
    const touch = canonicalUrl({ hosts })('GET', url('/'))
    const outbound = outboundOf({ hosts: () => hosts })
    const power = outbound.power({
      permitted: touch.ok ? [touch.value] : [],
      signal: new AbortController().signal,
    })
    const answer = power.fetch({
      method: 'GET',
      url: url('/'),
      headers: {},
      body: null,
      timeoutMs: 10_000,
      maxBytes: 10,
      maxRedirects: 0,
      credential: null,
    })
    await reached
    await outbound.dispose()
    expect(codeOf(await answer)).toBe('net.cancelled')
  })

  it.each<[string, string, string]>([
    ['is not HTTP', 'SSH-2.0-OpenSSH_9\r\n', 'net.protocol'],
    ['has huge headers', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`, 'net.too-large'],
    ['has headers without end', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`, 'net.too-large'],
    [
      'has two lengths',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      'net.protocol',
    ],
    ['ends early', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', 'net.closed'],
    ['is nothing', '', 'net.closed'],
  ])('that %s ends in a failure', async (_, raw, code) => {
    const server = await keep(serveTcp((socket) => socket.once('data', () => socket.end(raw))))
    const hosts = [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`]
    expect(codeOf(await ask(`http://127.0.0.1:${server.port}/`, { hosts }))).toBe(code)
  })

  it('from a port where nobody listens is a failure to connect', async () => {
    const server = await serveTcp(() => undefined)
    await server.close()
    expect(
      codeOf(
        await ask(`http://127.0.0.1:${server.port}/`, {
          hosts: [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
        }),
      ),
    ).toBe('net.connect')
  })
})
