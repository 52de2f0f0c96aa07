import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { FetchRequest } from '../../contract/call/powers/fetch-power.ts'
import { canonicalUrl } from '../../main/egress/canonical-url.ts'
import { ask, codeOf, keep, outboundOf, site, textOf } from './fixtures/ask.ts'
import { serveHttp, serveHttps, serveTcp, testCertificate } from './fixtures/servers.ts'

describe('a request', () => {
  it('reaches a local server only when its address is listed literally', async () => {
    const { hosts, url, server } = await site((_, response) => response.end('hello'))
    expect(textOf(await ask(url('/a?b=1'), { hosts }))).toBe('hello')
    expect(codeOf(await ask(url('/a')))).toBe('net.address-refused')
    expect(codeOf(await ask(url('/a'), { hosts: ['127.0.0.1'] }))).toBe('net.address-refused')
    expect(codeOf(await ask(`http://localhost:${server.port}/`, { hosts }))).toBe(
      'net.address-refused',
    )
    expect(
      textOf(
        await ask(`http://localhost:${server.port}/`, {
          hosts: [`http://localhost:${server.port}`],
          deps: { resolve: async () => ['127.0.0.1'] },
        }),
      ),
    ).toBe('hello')
    // Without a scheme it is https.
    expect(codeOf(await ask(url('/a'), { hosts: [`127.0.0.1:${server.port}`] }))).toBe(
      'net.address-refused',
    )
    expect(server.seen.map(({ path }) => path)).toEqual(['/a?b=1', '/'])
  })

  it('asks the allowlist again when it runs, not only when it was decided', async () => {
    const { hosts, url, server } = await site((_, response) => response.end('hello'))
    expect(codeOf(await ask(url('/'), { hosts, deps: { hosts: () => [] } }))).toBe(
      'net.address-refused',
    )
    expect(server.seen).toEqual([])
  })

  it('refuses what the permit does not name, to the letter', async () => {
    const { hosts, url, server } = await site((_, response) => response.end('hello'))
    const touch = canonicalUrl({ hosts })('GET', url('/a'))
    const power = outboundOf({ hosts: () => hosts }).power({
      permitted: touch.ok ? [touch.value] : [],
      signal: new AbortController().signal,
    })
    const request: FetchRequest = {
      method: 'GET',
      url: url('/a'),
      headers: {},
      body: null,
      timeoutMs: 1_000,
      maxBytes: 1_000,
      maxRedirects: 0,
      credential: null,
    }
    expect(codeOf(await power.fetch({ ...request, url: url('/b') }))).toBe('net.not-permitted')
    expect(codeOf(await power.fetch({ ...request, method: 'DELETE' }))).toBe('net.not-permitted')
    expect(codeOf(await power.fetch({ ...request, url: 'https://example.org/' }))).toBe(
      'net.not-permitted',
    )
    expect(codeOf(await power.fetch({ ...request, url: 'nonsense' }))).toBe('net.url')
    expect(codeOf(await power.fetch(request))).toBe('status 200')
    expect(server.seen).toHaveLength(1)
  })

  it('sends method, headers and body, and nothing of its own but what HTTP needs', async () => {
    const { hosts, url, server } = await site((_, response) =>
      response.writeHead(201, { 'X-Request-Id': 'r1', 'content-type': 'text/plain' }).end('made'),
    )
    const answer = await ask(url('/make'), {
      hosts,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Note': 'é' },
      body: '{"a":1}',
    })
    expect(
      answer.ok && {
        ...answer.value,
        headers: answer.value.headers['x-request-id'],
        body: textOf(answer),
      },
    ).toEqual({
      status: 201,
      finalUrl: url('/make'),
      headers: 'r1',
      contentType: 'text/plain',
      body: 'made',
      truncated: false,
      credential: 'none',
    })
    expect(server.seen[0]).toMatchObject({ method: 'POST', body: '{"a":1}' })
    expect(Object.keys(server.seen[0]?.headers ?? {}).toSorted()).toEqual([
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'x-note',
    ])
  })

  it.each([
    ['Host', 'evil.test'],
    ['Content-Length', '0'],
    ['Transfer-Encoding', 'chunked'],
    ['Connection', 'keep-alive'],
    ['Proxy-Authorization', 'x'],
    ['bad name', 'x'],
    ['x-split', 'a\r\nhost: evil'],
    ['x-nul', 'a\0b'],
  ])('refuses to send the header %s: %j', async (name, value) => {
    const { hosts, url, server } = await site((_, response) => response.end())
    expect(codeOf(await ask(url('/'), { hosts, headers: { [name]: value } }))).toBe('net.protocol')
    expect(server.seen).toEqual([])
  })

  it('reads no proxy variables', async () => {
    const proxy = await keep(serveHttp((_, response) => response.end('through the proxy')))
    const names = [
      'HTTP_PROXY',
      'http_proxy',
      'HTTPS_PROXY',
      'https_proxy',
      'ALL_PROXY',
      'all_proxy',
      'npm_config_proxy',
    ] as const
    const before = names.map((name) => [name, process.env[name]] as const)
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`
    try {
      const { hosts, url } = await site((_, response) => response.end('direct'))
      expect(textOf(await ask(url('/'), { hosts }))).toBe('direct')
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    }
    expect(proxy.seen).toEqual([])
  })
})

describe('a name', () => {
  it('is dialled at the address that was checked, though it answers differently the next time', async () => {
    const inner = await keep(serveHttp((_, response) => response.end('inner secrets')))
    // The permitted address stands for a public one: no test knocks at a stranger's door.
    const answers = [['127.0.0.2'], ['127.0.0.1']]
    const asked: string[] = []
    const resolve = async (host: string): Promise<string[]> => {
      asked.push(host)
      return answers.shift() ?? ['127.0.0.1']
    }
    const url = `http://rebind.test:${inner.port}/`
    const hosts = [`http://127.0.0.2:${inner.port}`]
    // Nobody listens at the checked address: the attempt fails there, and the second answer is
    // never asked for.
    expect(codeOf(await ask(url, { hosts, deps: { resolve, connectMs: 200 } }))).toBe('net.connect')
    expect(asked).toEqual(['rebind.test'])
    expect(inner.seen).toEqual([])
    // And when the private answer comes first, it is refused by name and class.
    const second = await ask(url, { hosts, deps: { resolve } })
    expect(second).toMatchObject({
      ok: false,
      error: {
        code: 'net.address-refused',
        text: 'rebind.test leads to 127.0.0.1, which is a loopback address.',
      },
    })
    expect(inner.seen).toEqual([])
  })

  it('with one bad address among good ones is refused whole', async () => {
    for (const addresses of [
      ['8.8.8.8', '10.0.0.1'],
      ['10.0.0.1', '8.8.8.8'],
      ['8.8.8.8', '::1'],
      ['8.8.8.8', '::ffff:127.0.0.1'],
      ['not an address'],
    ]) {
      expect(
        codeOf(await ask('https://mixed.test/', { deps: { resolve: async () => addresses } })),
      ).toBe('net.address-refused')
    }
  })

  it('that is listed opens no private address, unless that address is listed too', async () => {
    const { server, hosts } = await site((_, response) => response.end('hello'))
    const url = `http://named.test:${server.port}/`
    const resolve = async (): Promise<string[]> => ['127.0.0.1']
    expect(
      codeOf(await ask(url, { hosts: [`named.test:${server.port}`], deps: { resolve } })),
    ).toBe('net.address-refused')
    expect(textOf(await ask(url, { hosts, deps: { resolve } }))).toBe('hello')
    expect(server.seen[0]?.headers.host).toBe(`named.test:${server.port}`)
  })

  it('of the local network, listed, opens private addresses and never loopback or metadata', async () => {
    const reach = async (address: string): Promise<string> =>
      codeOf(
        await ask('http://nas.local/', {
          hosts: ['nas.local'],
          deps: { resolve: async () => [address], connectMs: 50 },
        }),
      )
    expect(await reach('127.0.0.1')).toBe('net.address-refused')
    expect(await reach('169.254.169.254')).toBe('net.address-refused')
    expect(await reach('fe80::1')).toBe('net.address-refused')
  })

  it.each<[string, () => Promise<readonly string[]>, string]>([
    [
      'does not exist',
      () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
      'net.dns',
    ],
    ['has no address', async () => [], 'net.dns'],
    [
      'has a flood of addresses',
      async () => Array.from({ length: 300 }, (_, n) => `8.8.${n >> 8}.${n & 255}`),
      'net.dns',
    ],
    ['is never answered', () => new Promise(() => undefined), 'net.timeout'],
    [
      'breaks the resolver',
      () => {
        throw new Error('boom')
      },
      'net.dns',
    ],
  ])('that %s ends in a failure that says so', async (_, resolve, code) => {
    expect(codeOf(await ask('https://odd.test/', { deps: { resolve } }))).toBe(code)
  })

  it('falls to the next checked address when the first does not answer', async () => {
    const { server } = await site((_, response) => response.end('second'))
    const hosts = [`http://127.0.0.1:${server.port}`, `http://127.0.0.2:${server.port}`]
    const url = `http://two.test:${server.port}/`
    expect(
      textOf(await ask(url, { hosts, deps: { resolve: async () => ['127.0.0.2', '127.0.0.1'] } })),
    ).toBe('second')
  })
})

describe('a connection', () => {
  it('that is not answered ends at its own limit, for the handshake as for the socket', async () => {
    const silent = new Socket()
    const never = { resolve: async () => ['8.8.8.8'], connect: () => silent, connectMs: 100 }
    expect(await ask('https://site.test/', { deps: never })).toMatchObject({
      ok: false,
      error: {
        code: 'net.connect',
        text: 'site.test (8.8.8.8) did not answer on port 443 within 100 ms.',
      },
    })
    expect(silent.destroyed).toBe(true)
    const mute = await keep(serveTcp(() => undefined))
    const hosts = [`http://127.0.0.1:${mute.port}`, `127.0.0.1:${mute.port}`]
    expect(
      codeOf(await ask(`https://127.0.0.1:${mute.port}/`, { hosts, deps: { connectMs: 100 } })),
    ).toBe('net.connect')
  })

  it('is tried at four addresses of a name and no more, all of them checked', async () => {
    const tried: string[] = []
    const deps = {
      resolve: async () => Array.from({ length: 10 }, (_, n) => `8.8.8.${n}`),
      connect: (address: string) => {
        tried.push(address)
        return new Socket().destroy(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))
      },
    }
    expect(codeOf(await ask('http://site.test/', { deps }))).toBe('net.connect')
    expect(tried).toEqual(['8.8.8.0', '8.8.8.1', '8.8.8.2', '8.8.8.3'])
  })

  it('ends in a failure when its own code breaks, and in nothing worse', async () => {
    const connect = (): Socket => {
      throw new Error('boom')
    }
    expect(
      codeOf(
        await ask('http://site.test/', { deps: { resolve: async () => ['8.8.8.8'], connect } }),
      ),
    ).toBe('net.fault')
  })

  it('is not made with a body too large to send, or with headers without end', async () => {
    const { hosts, url, server } = await site((_, response) => response.end())
    expect(
      codeOf(
        await ask(url('/'), { hosts, method: 'POST', body: 'x'.repeat(26 * 1024 * 1024 + 1) }),
      ),
    ).toBe('net.too-large')
    expect(codeOf(await ask(url('/'), { hosts, headers: { 'x-long': 'x'.repeat(20_000) } }))).toBe(
      'net.protocol',
    )
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`x-${n}`, '1']))
    expect(codeOf(await ask(url('/'), { hosts, headers: many }))).toBe('net.protocol')
    expect(server.seen).toEqual([])
  })
})

describe('over TLS', () => {
  it('a server is believed only when its certificate is good for the name', async () => {
    const server = await keep(serveHttps((_, response) => response.end('secure')))
    const hosts = [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`]
    const resolve = async (): Promise<string[]> => ['127.0.0.1']
    const trusted = { resolve, trust: [testCertificate] }
    expect(textOf(await ask(`https://site.test:${server.port}/`, { hosts, deps: trusted }))).toBe(
      'secure',
    )
    expect(textOf(await ask(`https://127.0.0.1:${server.port}/`, { hosts, deps: trusted }))).toBe(
      'secure',
    )
    expect(codeOf(await ask(`https://other.test:${server.port}/`, { hosts, deps: trusted }))).toBe(
      'net.tls',
    )
    expect(
      codeOf(await ask(`https://site.test:${server.port}/`, { hosts, deps: { resolve } })),
    ).toBe('net.tls')
    expect(server.seen.map(({ headers }) => headers.host)).toEqual([
      `site.test:${server.port}`,
      `127.0.0.1:${server.port}`,
    ])
  })

  it('a server that speaks plain HTTP is refused', async () => {
    const { hosts, server } = await site((_, response) => response.end('plain'))
    expect(codeOf(await ask(`https://127.0.0.1:${server.port}/`, { hosts }))).toBe('net.tls')
  })
})
