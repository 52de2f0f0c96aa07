import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { canonicalHost } from '../../main/egress/canonical-host.ts'
import { describe, expect, it } from 'vitest'
import { keep, outboundOf, site } from './fixtures/ask.ts'
import { plain, proxyFor, raw, secure, tunnel, until } from './fixtures/proxy.ts'
import { serveHttp, serveHttps, serveTcp } from './fixtures/servers.ts'

const closed = new Error('cut')

describe('the proxy of a sandboxed program', () => {
  it('passes a plain request on to a granted host, once and as it is', async () => {
    const { server, hosts } = await site((_, response) =>
      response.writeHead(201, { 'x-a': ['1', '2'], 'set-cookie': ['a=1', 'b=2'] }).end('made'),
    )
    const proxy = await proxyFor([`site.test:${server.port}`], hosts)
    const answer = await plain(proxy.socketPath, `http://site.test:${server.port}/make?x=1`, {
      method: 'POST',
      headers: {
        'content-type': 'text/plain',
        'x-mine': 'kept',
        'proxy-authorization': 'Basic eDp5',
        connection: 'x-hop',
        'x-hop': 'not for you',
        te: 'trailers',
      },
      body: 'the body',
    })
    expect([
      answer.status,
      answer.body,
      answer.headers['x-a'],
      answer.headers['set-cookie'],
    ]).toEqual([201, 'made', '1, 2', ['a=1', 'b=2']])
    expect(server.seen).toHaveLength(1)
    expect(server.seen[0]).toMatchObject({ method: 'POST', path: '/make?x=1', body: 'the body' })
    expect(server.seen[0]?.headers).toEqual({
      host: `site.test:${server.port}`,
      'content-type': 'text/plain',
      'x-mine': 'kept',
      'content-length': '8',
      connection: 'close',
    })
    expect(await proxy.reported(1)).toEqual([
      {
        host: 'site.test',
        port: server.port,
        how: 'http',
        allowed: true,
        failure: null,
        bytesUp: 8,
        bytesDown: 4,
      },
    ])
  })

  it('passes TLS on unopened when it asks for the granted host by name', async () => {
    const server = await keep(serveHttps((_, response) => response.end('secure')))
    const proxy = await proxyFor(
      [`site.test:${server.port}`],
      [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
    )
    expect(await secure(proxy.socketPath, `site.test:${server.port}`, 'site.test')).toContain(
      'secure',
    )
    const [attempt] = await proxy.reported(1)
    expect(attempt).toMatchObject({
      host: 'site.test',
      port: server.port,
      how: 'connect',
      allowed: true,
      failure: null,
    })
    expect([(attempt?.bytesUp ?? 0) > 200, (attempt?.bytesDown ?? 0) > 200]).toEqual([true, true])
  })

  it.each<[string, string | null]>([
    ['another name', 'other.test'],
    ['a name below it', 'a.site.test'],
    ['no name', null],
  ])('closes a connection whose TLS asks for %s', async (_, name) => {
    const server = await keep(serveHttps((_request, response) => response.end('secure')))
    const proxy = await proxyFor(
      [`site.test:${server.port}`],
      [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
    )
    await expect(secure(proxy.socketPath, `site.test:${server.port}`, name)).rejects.toThrow(
      /cut|disconnected|ECONNRESET|EPIPE/,
    )
    expect((await proxy.reported(1))[0]).toMatchObject({
      allowed: true,
      failure: { code: 'proxy.tls' },
      bytesUp: 0,
      bytesDown: 0,
    })
    expect(server.seen).toEqual([])
  })

  it('takes TLS without a name where an address was granted, and none that names a host', async () => {
    const server = await keep(serveHttps((_, response) => response.end('secure')))
    const authority = `127.0.0.1:${server.port}`
    const proxy = await proxyFor([authority], [authority])
    expect(await secure(proxy.socketPath, authority, null)).toContain('secure')
    await expect(secure(proxy.socketPath, authority, 'site.test')).rejects.toThrow(
      /cut|disconnected|ECONNRESET|EPIPE/,
    )
    expect((await proxy.reported(2)).map(({ failure }) => failure?.code ?? null)).toEqual([
      null,
      'proxy.tls',
    ])
  })

  it.each<[string, string]>([
    ['SSH', 'SSH-2.0-OpenSSH_9\r\n'],
    ['plain HTTP', 'GET / HTTP/1.1\r\nhost: site.test\r\n\r\n'],
    ['nonsense that begins like TLS', '\x16\x03\x01\x00\x05\x02\x00\x00\x01\x00'],
  ])('closes a connection on which %s is spoken', async (_, bytes) => {
    const received: Buffer[] = []
    const server = await keep(
      serveTcp((socket) => void socket.on('data', (chunk: Buffer) => received.push(chunk))),
    )
    const proxy = await proxyFor(
      [`site.test:${server.port}`],
      [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
    )
    const { status, socket } = await tunnel(proxy.socketPath, `site.test:${server.port}`)
    expect(status).toBe(200)
    const over = new Promise((resolve) => socket.on('close', resolve))
    socket.resume().write(bytes, 'latin1')
    await over
    expect((await proxy.reported(1))[0]).toMatchObject({ failure: { code: 'proxy.tls' } })
    expect(received).toEqual([])
  })

  it('refuses every other host and port in plain words, dials nothing, and reports each', async () => {
    const { server, hosts } = await site((_, response) => response.end('hello'))
    const asked: string[] = []
    const resolve = async (host: string): Promise<string[]> => {
      asked.push(host)
      return ['127.0.0.1']
    }
    const proxy = await proxyFor([`site.test:${server.port}`], hosts, { deps: { resolve } })
    for (const authority of [
      'evil.test:443',
      `site.test:443`,
      `a.site.test:${server.port}`,
      `127.0.0.1:${server.port}`,
      '169.254.169.254:80',
      '[::1]:443',
    ]) {
      const answer = await tunnel(proxy.socketPath, authority)
      answer.socket.destroy()
      expect([authority, answer.status]).toEqual([authority, 403])
    }
    const answer = await plain(proxy.socketPath, 'http://evil.test/x')
    expect([answer.status, answer.body]).toEqual([
      403,
      'evil.test:80 was not granted to this program. Name the host in the arguments of the call.\n',
    ])
    expect(
      (await proxy.reported(7)).map(({ host, port, allowed, failure }) => [
        host,
        port,
        allowed,
        failure?.code,
      ]),
    ).toEqual([
      ['evil.test', 443, false, 'proxy.not-granted'],
      ['site.test', 443, false, 'proxy.not-granted'],
      ['a.site.test', server.port, false, 'proxy.not-granted'],
      ['127.0.0.1', server.port, false, 'proxy.not-granted'],
      ['169.254.169.254', 80, false, 'proxy.not-granted'],
      ['[::1]', 443, false, 'proxy.not-granted'],
      ['evil.test', 80, false, 'proxy.not-granted'],
    ])
    expect([asked, server.seen]).toEqual([[], []])
  })

  it('dials a granted name only where its addresses are good, each time it dials', async () => {
    const { server, hosts } = await site((_, response) => response.end('inner'))
    const answers = [
      ['127.0.0.1'],
      ['10.0.0.1'],
      ['8.8.8.8', '::1'],
      ['169.254.169.254'],
      ['64:ff9b::7f00:1'],
      [],
    ]
    const proxy = await proxyFor([`site.test:${server.port}`], hosts, {
      deps: { resolve: async () => answers.shift() ?? [] },
    })
    const url = `http://site.test:${server.port}/`
    expect((await plain(proxy.socketPath, url)).status).toBe(200)
    for (const status of [403, 403, 403, 403, 502])
      expect((await plain(proxy.socketPath, url)).status).toBe(status)
    expect(
      (await proxy.reported(6)).map(({ allowed, failure }) => [allowed, failure?.code]),
    ).toEqual([
      [true, undefined],
      ...Array.from({ length: 4 }, () => [false, 'net.address-refused']),
      [false, 'net.dns'],
    ])
    expect(server.seen).toHaveLength(1)
  })

  it('opens a granted local name or address only while the allowlist names it', async () => {
    const { server, hosts } = await site((_, response) => response.end('inner'))
    let listed: readonly string[] = hosts
    const proxy = await proxyFor([`127.0.0.1:${server.port}`, `nas.local:${server.port}`], [], {
      deps: { hosts: () => listed },
    })
    expect((await plain(proxy.socketPath, `http://127.0.0.1:${server.port}/`)).status).toBe(200)
    expect((await plain(proxy.socketPath, `http://nas.local:${server.port}/`)).status).toBe(403)
    listed = []
    expect((await plain(proxy.socketPath, `http://127.0.0.1:${server.port}/`)).status).toBe(403)
    expect(server.seen).toHaveLength(1)
  })

  it('opens a local host that is listed without a scheme for plain http as for TLS, as its card says', async () => {
    const { server } = await site((_, response) => response.end('inner'))
    for (const [entry, listed] of [
      [`127.0.0.1:${server.port}`, true],
      [`http://127.0.0.1:${server.port}`, true],
      [`https://127.0.0.1:${server.port}`, true],
      ['127.0.0.1', false],
      [`127.0.0.2:${server.port}`, false],
    ] as const) {
      const card = canonicalHost([entry])(`127.0.0.1:${server.port}`)
      expect(card).toMatchObject({ ok: true, value: { listed } })
      const proxy = await proxyFor([`127.0.0.1:${server.port}`], [entry])
      expect((await plain(proxy.socketPath, `http://127.0.0.1:${server.port}/`)).status).toBe(
        listed ? 200 : 403,
      )
    }
  })

  it('does not let a program reach a host with a pinned key, which it could not be held to', async () => {
    const { server, hosts } = await site((_, response) => response.end('inner'))
    const pins = () => [
      {
        host: `site.test:${server.port}`,
        addresses: null,
        tlsPins: ['47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='],
      },
    ]
    const proxy = await proxyFor([`site.test:${server.port}`], hosts, { deps: { pins } })
    expect((await plain(proxy.socketPath, `http://site.test:${server.port}/`)).status).toBe(403)
    const answer = await tunnel(proxy.socketPath, `site.test:${server.port}`)
    answer.socket.destroy()
    expect((await proxy.reported(2)).map(({ failure }) => failure?.code)).toEqual([
      'net.tls-pin',
      'net.tls-pin',
    ])
  })

  it('in a rehearsal looks nothing up, dials nothing, and writes every host down', async () => {
    const { server, hosts } = await site((_, response) => response.end('hello'))
    const asked: string[] = []
    const resolve = async (host: string): Promise<string[]> => {
      asked.push(host)
      return ['127.0.0.1']
    }
    const proxy = await proxyFor('record-only', hosts, { deps: { resolve } })
    const secured = await tunnel(proxy.socketPath, 'registry.example.org:443')
    secured.socket.destroy()
    const answer = await plain(proxy.socketPath, `http://127.0.0.1:${server.port}/x`)
    expect([secured.status, answer.status, answer.body]).toEqual([
      403,
      403,
      `The network is closed in a rehearsal. 127.0.0.1:${server.port} was written down.\n`,
    ])
    expect(
      (await proxy.reported(2)).map(({ host, port, allowed, failure }) => [
        host,
        port,
        allowed,
        failure?.code,
      ]),
    ).toEqual([
      ['registry.example.org', 443, false, 'proxy.rehearsal'],
      ['127.0.0.1', server.port, false, 'proxy.rehearsal'],
    ])
    expect([asked, server.seen]).toEqual([[], []])
  })

  it('is a socket for this user alone, and is gone with everything it opened when it is closed or stopped', async () => {
    const server = await keep(serveTcp((socket) => void socket.write('x')))
    const stop = new AbortController()
    for (const end of ['dispose', 'abort'] as const) {
      const proxy = await proxyFor(
        [`site.test:${server.port}`],
        [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
        {
          signal: stop.signal,
        },
      )
      expect(statSync(proxy.socketPath).mode & 0o777).toBe(0o600)
      expect(statSync(dirname(proxy.socketPath)).mode & 0o777).toBe(0o700)
      const { status, socket } = await tunnel(proxy.socketPath, `site.test:${server.port}`)
      expect(status).toBe(200)
      const over = new Promise((resolve) => socket.on('close', resolve))
      socket.resume()
      if (end === 'abort') stop.abort()
      else await proxy.close()
      await over
      await until(
        () => !existsSync(proxy.folder) || readdirSync(proxy.folder).length === 0,
        () => null,
      )
      expect((await proxy.reported(1))[0]?.failure?.code ?? null).toBe('net.cancelled')
    }
  })

  it('has reported everything when it is closed', async () => {
    let reached = 0
    const server = await keep(serveTcp(() => void (reached += 1)))
    let asked = 0
    const resolve = (host: string): Promise<string[]> => {
      if (host !== 'slow.test') return Promise.resolve(['127.0.0.1'])
      asked += 1
      return new Promise(() => undefined)
    }
    const hosts = [`site.test:${server.port}`, 'slow.test:443']
    const proxy = await proxyFor(
      hosts,
      [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
      {
        deps: { resolve, dnsMs: 60_000 },
      },
    )
    await tunnel(proxy.socketPath, `site.test:${server.port}`)
    void plain(proxy.socketPath, `http://site.test:${server.port}/`).catch(() => closed)
    void tunnel(proxy.socketPath, 'slow.test:443').catch(() => closed)
    await until(
      () => reached === 2 && asked === 1,
      () => null,
    )
    await proxy.close()
    expect(
      proxy.attempts.map(({ host, how, allowed }) => `${how} ${host} ${allowed}`).toSorted(),
    ).toEqual(['connect site.test true', 'connect slow.test false', 'http site.test true'])
  })

  it('is a socket for the user who runs the program, where that is another', async () => {
    // Only root can give something away; everyone else can at least keep it.
    const [uid, gid] =
      process.getuid?.() === 0
        ? [65_534, 65_534]
        : [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
    const proxy = await proxyFor([], [], { owner: { uid, gid } })
    for (const path of [proxy.socketPath, dirname(proxy.socketPath)]) {
      const { uid: owner, gid: group, mode } = statSync(path)
      expect([owner, group, mode & 0o077]).toEqual([uid, gid, 0])
    }
    expect((await plain(proxy.socketPath, 'http://example.org/')).status).toBe(403)
  })

  it('ends with the outbound client, and is not opened where its path would be too long or the call has ended', async () => {
    const proxy = await proxyFor([], [])
    const outbound = outboundOf({ hosts: () => [] })
    const mode = { kind: 'record-only' } as const
    const deps = {
      mode,
      onAttempt: () => undefined,
      socketFolder: proxy.folder,
      signal: new AbortController().signal,
    }
    const opened = await outbound.childProxy(deps)
    await outbound.dispose()
    expect(opened.ok && existsSync(opened.value.socketPath)).toBe(false)
    expect(await outbound.childProxy(deps)).toMatchObject({
      ok: false,
      error: { code: 'proxy.socket' },
    })
    const fresh = outboundOf({ hosts: () => [] })
    expect(
      await fresh.childProxy({ ...deps, socketFolder: `/tmp/${'x'.repeat(100)}` }),
    ).toMatchObject({
      ok: false,
      error: { code: 'proxy.socket' },
    })
    expect(await fresh.childProxy({ ...deps, socketFolder: '/nowhere/at/all' })).toMatchObject({
      ok: false,
      error: { code: 'proxy.socket' },
    })
    expect(await fresh.childProxy({ ...deps, signal: AbortSignal.abort() })).toMatchObject({
      ok: false,
      error: { code: 'proxy.socket' },
    })
  })

  it('serves a hundred connections at once, and drops those that are too many', async () => {
    const server = await keep(serveHttps((_, response) => response.end('secure')))
    const other = await keep(serveHttp((_, response) => response.end('plain')))
    const proxy = await proxyFor(
      [`site.test:${server.port}`, `site.test:${other.port}`],
      [`127.0.0.1:${server.port}`, `http://127.0.0.1:${other.port}`],
    )
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        n % 2 === 0
          ? secure(proxy.socketPath, `site.test:${server.port}`, 'site.test')
          : plain(proxy.socketPath, `http://site.test:${other.port}/`).then(({ body }) => body),
      ),
    )
    expect(answers.filter((body) => /secure|plain/.test(body))).toHaveLength(100)
    expect(
      (await proxy.reported(100)).filter(({ allowed, failure }) => allowed && failure === null),
    ).toHaveLength(100)

    const small = await proxyFor(
      [`site.test:${server.port}`],
      [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
      {
        limits: { connections: 2 },
      },
    )
    const held = await Promise.all(
      [1, 2].map(() => tunnel(small.socketPath, `site.test:${server.port}`)),
    )
    await expect(tunnel(small.socketPath, `site.test:${server.port}`)).rejects.toThrow(
      /ECONNRESET|hang up|aborted|EPIPE/,
    )
    for (const { socket } of held) socket.destroy()
  })
})

describe('a proxied program that goes too far', () => {
  it('is cut off at the bytes it may send and receive, over all its connections', async () => {
    const { server, hosts } = await site((_, response) => response.end('x'.repeat(300_000)))
    const url = `http://site.test:${server.port}/`
    const down = await proxyFor([`site.test:${server.port}`], hosts, {
      limits: { bytesDown: 500_000 },
    })
    expect((await plain(down.socketPath, url)).body).toHaveLength(300_000)
    await expect(plain(down.socketPath, url)).rejects.toThrow(/ECONNRESET|hang up|aborted|EPIPE/)
    const up = await proxyFor([`site.test:${server.port}`], hosts, { limits: { bytesUp: 1_000 } })
    await plain(up.socketPath, url, { method: 'POST', body: 'x'.repeat(200_000) }).catch(
      () => closed,
    )
    expect((await down.reported(2))[1]).toMatchObject({
      allowed: true,
      failure: { code: 'proxy.too-large' },
    })
    expect((await up.reported(1))[0]).toMatchObject({
      allowed: true,
      failure: { code: 'proxy.too-large' },
    })
  })

  it('is cut off when it, or the host, falls silent or takes too long @whole', async () => {
    const server = await keep(serveTcp(() => undefined))
    const authority = `site.test:${server.port}`
    const open = [`http://127.0.0.1:${server.port}`]
    const ends = async (
      limits: { helloMs?: number; idleMs?: number; totalMs?: number },
      how: 'connect' | 'http',
    ): Promise<string | undefined> => {
      const proxy = await proxyFor([authority], open, { limits })
      if (how === 'http') {
        await plain(proxy.socketPath, `http://${authority}/`).catch(() => closed)
        return (await proxy.reported(1))[0]?.failure?.code
      }
      const { socket } = await tunnel(proxy.socketPath, authority)
      socket.resume()
      await new Promise((resolve) => socket.on('close', resolve))
      return (await proxy.reported(1))[0]?.failure?.code
    }
    expect(await ends({ helloMs: 100 }, 'connect')).toBe('net.timeout')
    expect(await ends({ totalMs: 100 }, 'connect')).toBe('net.timeout')
    expect(await ends({ totalMs: 100 }, 'http')).toBe('net.timeout')
    expect(await ends({ idleMs: 100 }, 'http')).toMatch(/^net\./)
  })

  it('that drips its request is let go @whole', async () => {
    const proxy = await proxyFor([], [], { limits: { helloMs: 300 } })
    expect(await raw(proxy.socketPath, 'GET http://example.org/ HTTP/1.1\r\nhost: exam')).toMatch(
      /^(HTTP\/1\.1 4\d\d|$)/,
    )
    expect(proxy.attempts).toEqual([])
  })

  it('is reported no more after too many attempts', async () => {
    const proxy = await proxyFor([], [], { limits: { attempts: 3 } })
    for (let n = 0; n < 5; n += 1)
      expect((await plain(proxy.socketPath, 'http://example.org/')).status).toBe(403)
    expect(proxy.attempts).toHaveLength(3)
  })

  it('that is killed in the middle takes its connection along', async () => {
    let gone: () => void = () => undefined
    const left = new Promise<void>((resolve) => {
      gone = resolve
    })
    const server = await keep(serveTcp((socket) => void socket.on('close', () => gone())))
    const proxy = await proxyFor(
      [`site.test:${server.port}`],
      [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
    )
    const { socket } = await tunnel(proxy.socketPath, `site.test:${server.port}`)
    socket.destroy()
    await left
    expect((await proxy.reported(1))[0]).toMatchObject({ allowed: true })
  })
})
