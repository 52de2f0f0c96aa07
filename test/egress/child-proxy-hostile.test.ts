import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { keep, site } from './fixtures/ask.ts'
import { plain, proxyFor, raw, tunnel } from './fixtures/proxy.ts'
import { serveTcp } from './fixtures/servers.ts'

/**
 * Requests that two readers could read in two ways, or that only a proxy with another will would
 * pass on.
 */
const crooked: readonly (readonly [name: string, request: (host: string) => string])[] = [
  ['another Host', (host) => `GET http://${host}/ HTTP/1.1\r\nHost: evil.test\r\n\r\n`],
  ['no Host', (host) => `GET http://${host}/ HTTP/1.1\r\n\r\n`],
  ['an empty Host', (host) => `GET http://${host}/ HTTP/1.1\r\nHost:\r\n\r\n`],
  ['two Hosts', (host) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\n\r\n`],
  [
    'two Hosts in two spellings',
    (host) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nhOsT: evil.test\r\n\r\n`,
  ],
  [
    'the Host without its port',
    (host) => `GET http://${host}/ HTTP/1.1\r\nHost: site.test\r\n\r\n`,
  ],
  [
    'two lengths',
    (host) =>
      `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx`,
  ],
  [
    'a length and chunks',
    (host) =>
      `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'chunks and a length',
    (host) =>
      `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`,
  ],
  [
    'chunks twice',
    (host) =>
      `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'chunks in disguise',
    (host) =>
      `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'another coding',
    (host) =>
      `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'a signed length',
    (host) => `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nContent-Length: +1\r\n\r\nx`,
  ],
  [
    'a length in hex',
    (host) => `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0x1\r\n\r\nx`,
  ],
  [
    'a list of lengths',
    (host) => `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1, 1\r\n\r\nx`,
  ],
  [
    'a folded header',
    (host) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nX-A: b\r\n c: d\r\n\r\n`,
  ],
  ['a space before the colon', (host) => `GET http://${host}/ HTTP/1.1\r\nHost : ${host}\r\n\r\n`],
  ['bare line feeds', (host) => `GET http://${host}/ HTTP/1.1\nHost: ${host}\n\n`],
  [
    'a zero in a header',
    (host) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nX-A: a\0b\r\n\r\n`,
  ],
  ['a user name', (host) => `GET http://user:pw@${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  [
    'a granted host before the @',
    (host) => `GET http://${host}@evil.test/ HTTP/1.1\r\nHost: evil.test\r\n\r\n`,
  ],
  ['https without CONNECT', (host) => `GET https://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['another scheme', (host) => `GET file://${host}/etc/passwd HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a path alone', (host) => `GET /latest/meta-data/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a star', (host) => `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['TRACE', (host) => `TRACE http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a method of its own', (host) => `PROPFIND http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  [
    'a header too large',
    (host) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`,
  ],
  [
    'an address too long',
    (host) => `GET http://${host}/${'a'.repeat(9_000)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  ],
  ['CONNECT without a port', () => 'CONNECT site.test HTTP/1.1\r\nHost: site.test\r\n\r\n'],
  ['CONNECT with a scheme', (host) => `CONNECT http://${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['CONNECT with a path', (host) => `CONNECT ${host}/x HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['CONNECT with a user name', (host) => `CONNECT a@${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  [
    'CONNECT with a body',
    (host) => `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 3\r\n\r\nabc`,
  ],
  [
    'CONNECT with another Host',
    (host) => `CONNECT ${host} HTTP/1.1\r\nHost: evil.test:443\r\n\r\n`,
  ],
  [
    'CONNECT with two Hosts',
    (host) => `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\n\r\n`,
  ],
  [
    'CONNECT to the port of mail',
    () => 'CONNECT site.test:25 HTTP/1.1\r\nHost: site.test:25\r\n\r\n',
  ],
  ['CONNECT to port 0', () => 'CONNECT site.test:0 HTTP/1.1\r\nHost: site.test:0\r\n\r\n'],
  [
    'CONNECT to a port too high',
    () => 'CONNECT site.test:99999 HTTP/1.1\r\nHost: site.test:99999\r\n\r\n',
  ],
  ['HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['no HTTP', () => 'hello\r\n\r\n'],
  ['TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  [
    'an ending in the address',
    (host) => `GET http://${host}/\r\nX: HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  ],
]

describe('the proxy of a sandboxed program', () => {
  it.each(crooked)('refuses a request with %s, and sends nothing on', async (_, request) => {
    const { server, hosts } = await site((_request, response) => response.end('inner'))
    const proxy = await proxyFor([`site.test:${server.port}`], hosts)
    const answer = await raw(
      proxy.socketPath,
      Buffer.from(request(`site.test:${server.port}`), 'latin1'),
      true,
    )
    expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d |$)/)
    expect([answer.match(/^HTTP\/1\.1 (?!4)/gm), server.seen]).toEqual([null, []])
    expect(proxy.attempts.filter(({ allowed }) => allowed)).toEqual([])
  })

  it('answers a second request on one connection by the same rules', async () => {
    const { server, hosts } = await site((_, response) => response.end('inner'))
    const host = `site.test:${server.port}`
    const proxy = await proxyFor([host], hosts)
    const good = `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    const answer = await raw(
      proxy.socketPath,
      `${good}GET http://evil.test/ HTTP/1.1\r\nHost: evil.test\r\n\r\n`,
    )
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403'])
    expect(server.seen).toHaveLength(1)
  })

  it('sends a chunked body on as one, in chunks, and reads a hidden second request as body', async () => {
    const { server, hosts } = await site((_, response) => response.end('inner'))
    const host = `site.test:${server.port}`
    const proxy = await proxyFor([host], hosts)
    const hidden = `GET http://evil.test/ HTTP/1.1\r\n\r\n`
    for (const method of ['POST', 'GET', 'DELETE']) {
      const chunked = `${method} http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close, content-length\r\nTransfer-Encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
      expect(await raw(proxy.socketPath, chunked)).toMatch(/^HTTP\/1\.1 200 /)
    }
    expect(server.seen.map(({ method, body }) => [method, body])).toEqual([
      ['POST', hidden],
      ['GET', hidden],
      ['DELETE', hidden],
    ])
    expect(server.seen.map(({ headers }) => headers['transfer-encoding'])).toEqual([
      'chunked',
      'chunked',
      'chunked',
    ])
  })

  it('goes on serving after garbage of every kind', async () => {
    const { server, hosts } = await site((_, response) => response.end('inner'))
    const proxy = await proxyFor([`site.test:${server.port}`], hosts)
    const junk = Array.from({ length: 60 }, (_, n) => randomBytes(1 + n * 37))
    await Promise.all(junk.map((bytes) => raw(proxy.socketPath, bytes, true)))
    const tunnels = await Promise.all(
      Array.from({ length: 20 }, () => tunnel(proxy.socketPath, `site.test:${server.port}`)),
    )
    await Promise.all(
      tunnels.map(({ socket }, n) => {
        const over = new Promise((resolve) => socket.on('close', resolve))
        // With an end, so that it waits for no more of what could be the beginning of TLS.
        socket.resume().end(junk[n] ?? '')
        return over
      }),
    )
    expect((await plain(proxy.socketPath, `http://site.test:${server.port}/`)).body).toBe('inner')
    expect(server.seen).toHaveLength(1)
  })

  it('goes on serving after programs that go away at any moment', async () => {
    const { server, hosts } = await site((_, response) => response.end('x'.repeat(200_000)))
    const host = `site.test:${server.port}`
    const proxy = await proxyFor([host], hosts)
    const request = `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const socket = connect(proxy.socketPath, () =>
          socket.write(request.slice(0, 1 + n * 2), () =>
            setTimeout(() => socket.destroy(), n % 7),
          ),
        )
        socket.on('error', () => undefined)
        return new Promise((resolve) => socket.on('close', resolve))
      }),
    )
    expect((await plain(proxy.socketPath, `http://${host}/`)).body).toHaveLength(200_000)
  })

  it.each([
    ['is not HTTP', 'SSH-2.0-OpenSSH_9\r\n'],
    ['has a status beneath all', 'HTTP/1.1 099 No\r\n\r\n'],
    ['has a status above all', 'HTTP/1.1 999 No\r\ncontent-length: 0\r\n\r\n'],
    ['changes the protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    [
      'has a length and chunks',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['has headers without end', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['is nothing', ''],
  ])('gives its own words for an answer that %s', async (_, bytes) => {
    const server = await keep(
      serveTcp((socket) => void socket.once('data', () => socket.end(bytes))),
    )
    const proxy = await proxyFor(
      [`site.test:${server.port}`],
      [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
    )
    const answer = await plain(proxy.socketPath, `http://site.test:${server.port}/`)
    expect([answer.status, answer.body]).toEqual([
      502,
      expect.stringMatching(/^site\.test did not send a valid answer/),
    ])
    expect((await proxy.reported(1))[0]).toMatchObject({
      allowed: true,
      failure: { code: 'net.connect' },
    })
  })

  it('does not pass on what an answer says to the proxy, or answers that are crooked', async () => {
    const { server, hosts } = await site((_, response) =>
      response
        .writeHead(200, {
          connection: 'x-hop',
          'x-hop': '1',
          'proxy-authenticate': 'Basic',
          'keep-alive': 'timeout=9',
          'x-kept': '1',
        })
        .end('inner'),
    )
    const proxy = await proxyFor([`site.test:${server.port}`], hosts)
    const { headers } = await plain(proxy.socketPath, `http://site.test:${server.port}/`)
    expect([headers['x-hop'], headers['proxy-authenticate'], headers['x-kept']]).toEqual([
      undefined,
      undefined,
      '1',
    ])
  })
})
