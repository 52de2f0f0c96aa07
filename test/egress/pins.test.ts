import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { HostPin } from '../../main/egress/pins.ts'
import { ask, codeOf, keep, outboundOf, site, textOf } from './fixtures/ask.ts'
import { serveHttps, testCertificate } from './fixtures/servers.ts'

const pinOf = (key: Buffer): string => createHash('sha256').update(key).digest('base64')
const right = pinOf(
  new X509Certificate(testCertificate).publicKey.export({ type: 'spki', format: 'der' }),
)
const wrong = pinOf(
  generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  }).publicKey,
)

const addresses = (host: string, ...list: string[]): HostPin => ({
  host,
  addresses: list,
  tlsPins: null,
})
const keys = (host: string, ...list: string[]): HostPin => ({
  host,
  addresses: null,
  tlsPins: list,
})

describe('pinned addresses', () => {
  const reach = async (
    found: readonly string[],
    pins: (port: number) => readonly HostPin[],
  ): Promise<string> => {
    const { server, hosts } = await site((_, response) => response.end('hello'))
    const deps = { resolve: async () => found, pins: () => pins(server.port) }
    const answer = await ask(`http://site.test:${server.port}/`, {
      hosts: [...hosts, `http://[::1]:${server.port}`],
      deps,
    })
    expect(server.seen).toHaveLength(answer.ok ? 1 : 0)
    return answer.ok ? textOf(answer) : answer.error.code
  }

  it.each<[string, readonly string[], (port: number) => readonly HostPin[], string]>([
    [
      'the one it is pinned to',
      ['127.0.0.1'],
      (port) => [addresses(`site.test:${port}`, '127.0.0.1')],
      'hello',
    ],
    [
      'one of several',
      ['127.0.0.1'],
      (port) => [addresses(`site.test:${port}`, '192.0.2.1', '127.0.0.1')],
      'hello',
    ],
    [
      'another',
      ['127.0.0.1'],
      (port) => [addresses(`site.test:${port}`, '93.184.215.14')],
      'net.dns-pin',
    ],
    [
      'the pinned one and another',
      ['127.0.0.1', '8.8.8.8'],
      (port) => [addresses(`site.test:${port}`, '127.0.0.1')],
      'net.dns-pin',
    ],
    [
      'the pinned one in another spelling',
      ['127.0.0.1', '0:0:0:0:0:0:0:1'],
      (port) => [addresses(`site.test:${port}`, '127.0.0.1', '::1')],
      'hello',
    ],
    [
      'one, with a pin on another port',
      ['127.0.0.1'],
      () => [addresses('site.test:1', '93.184.215.14')],
      'hello',
    ],
    [
      'one, with a pin on names below',
      ['127.0.0.1'],
      (port) => [addresses(`*.site.test:${port}`, '93.184.215.14')],
      'hello',
    ],
    [
      'one that only one of two pins has',
      ['127.0.0.1'],
      (port) => [
        addresses(`site.test:${port}`, '127.0.0.1'),
        addresses(`site.test:${port}`, '93.184.215.14'),
      ],
      'net.dns-pin',
    ],
  ])('a name that leads to %s', async (_, found, pins, want) => {
    expect(await reach(found, pins)).toBe(want)
  })

  it('open nothing that is closed without them', async () => {
    const { server } = await site((_, response) => response.end('hello'))
    const deps = {
      resolve: async () => ['127.0.0.1'],
      pins: () => [addresses(`site.test:${server.port}`, '127.0.0.1')],
    }
    expect(
      codeOf(
        await ask(`http://site.test:${server.port}/`, {
          hosts: [`site.test:${server.port}`],
          deps,
        }),
      ),
    ).toBe('net.address-refused')
    expect(server.seen).toEqual([])
  })
})

describe('a pinned key', () => {
  const reach = async (
    pins: (port: number) => readonly HostPin[],
    scheme = 'https',
  ): Promise<readonly [string, number]> => {
    const server = await keep(serveHttps((_, response) => response.end('secure')))
    const deps = {
      resolve: async () => ['127.0.0.1'],
      trust: [testCertificate],
      pins: () => pins(server.port),
    }
    const answer = await ask(`${scheme}://site.test:${server.port}/`, {
      hosts: [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
      deps,
    })
    return [
      answer.ok ? textOf(answer) : `${answer.error.code}: ${answer.error.text}`,
      server.seen.length,
    ]
  }

  it('lets a server through that shows it, and no other, before anything is sent', async () => {
    expect(await reach((port) => [keys(`site.test:${port}`, right)])).toEqual(['secure', 1])
    expect(await reach((port) => [keys(`site.test:${port}`, wrong, right)])).toEqual(['secure', 1])
    expect(await reach((port) => [keys(`site.test:${port}`, wrong)])).toEqual([
      `net.tls-pin: site.test shows a key that is not pinned (SHA-256 ${right}).`,
      0,
    ])
    expect(
      await reach((port) => [keys(`site.test:${port}`, right), keys(`site.test:${port}`, wrong)]),
    ).toEqual([expect.stringMatching(/^net\.tls-pin/), 0])
  })

  it('does not make a certificate good that no authority signed', async () => {
    const server = await keep(serveHttps((_, response) => response.end('secure')))
    const deps = {
      resolve: async () => ['127.0.0.1'],
      pins: () => [keys(`site.test:${server.port}`, right)],
    }
    expect(
      codeOf(
        await ask(`https://site.test:${server.port}/`, {
          hosts: [`http://127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`],
          deps,
        }),
      ),
    ).toBe('net.tls')
  })

  it('closes plain http to its host', async () => {
    expect(await reach((port) => [keys(`site.test:${port}`, right)], 'http')).toEqual([
      'net.tls-pin: site.test has a pinned key, so only https is spoken to it.',
      0,
    ])
  })

  it('applies to model servers too', async () => {
    const server = await keep(serveHttps((_, response) => response.end('secure')))
    const base = `https://localhost:${server.port}`
    const send = (pin: string) =>
      outboundOf({
        hosts: () => [],
        resolve: async () => ['127.0.0.1'],
        trust: [testCertificate],
        pins: () => [keys(`localhost:${server.port}`, pin)],
      }).modelFetch(base)(base)
    expect(await (await send(right)).text()).toBe('secure')
    await expect(send(wrong)).rejects.toMatchObject({ cause: { code: 'net.tls-pin' } })
    expect(server.seen).toHaveLength(1)
  })
})
