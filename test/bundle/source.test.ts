// Where bundles come from: an address, a registry and a folder, each real.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OrganisationConfig } from '../../contract/policy/config/organisation-config.ts'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import { openOutbound } from '../../main/egress/outbound.ts'
import type { Outbound } from '../../main/egress/outbound.ts'
import { referenceIn } from '../../main/bundle/source/registry.ts'
import { fetchBundle } from '../../main/bundle/source/source.ts'
import { authorityFile, startBundleServer } from '../fakes/bundle-server.ts'
import type { BundleServer } from '../fakes/bundle-server.ts'
import { makeTemporary } from '../temporary.ts'
import { signedBundle, signingKey } from './bundles.ts'

const key = signingKey()
const first = signedBundle(key, { serial: 1 })
let server: BundleServer
let outbound: Outbound
let folder = ''
beforeEach(async () => {
  server = await startBundleServer()
  server.put(first)
  outbound = openOutbound({ hosts: () => [] })
  folder = makeTemporary('bundles')
})
afterEach(async () => {
  await outbound.dispose()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const fetchFrom = async (
  source: string,
  tag: string | null = null,
  { secret = null, ca = true }: { readonly secret?: string | null; readonly ca?: boolean } = {},
) => {
  const config = OrganisationConfig.parse({ name: 'Example', source, keys: [key.text] })
  const fetched = await fetchBundle(
    config,
    tag,
    {
      home: folder,
      web: () => {
        const url = source.replace(/^oci:/, 'https:')
        return ok({
          fetch: ca
            ? outbound.trustingFetch(url, readFileSync(authorityFile, 'utf8'))
            : outbound.signInFetch(url),
          credential: (to) =>
            secret === null || new URL(to).host === server.host
              ? ok(secret)
              : err(failure('secrets.elsewhere', `not for ${to}`)),
        })
      },
    },
    new AbortController().signal,
  )
  if (!fetched.ok) return fetched.error
  return fetched.value.kind === 'unchanged'
    ? 'unchanged'
    : { text: Buffer.from(fetched.value.bytes).toString(), tag: fetched.value.tag }
}

describe('an address', () => {
  it('gives its bundle, and says by its ETag that there is no other', async () => {
    const given = await fetchFrom(`${server.url}/bundle.json`)
    expect(given).toEqual({ text: first, tag: expect.stringMatching(/^"[0-9a-f]{16}"$/) })
    const { tag } = given as { tag: string }
    expect(await fetchFrom(`${server.url}/bundle.json`, tag)).toBe('unchanged')
    server.put(signedBundle(key, { serial: 2 }))
    expect(await fetchFrom(`${server.url}/bundle.json`, tag)).toMatchObject({
      text: signedBundle(key, { serial: 2 }),
    })
  })

  it('is not trusted without its certificate authority', async () => {
    expect(await fetchFrom(`${server.url}/bundle.json`, null, { ca: false })).toMatchObject({
      code: 'bundle.unreachable',
    })
    expect(server.asked).toEqual([])
  })

  it.each([
    ['an error', 503, {}],
    ['nothing there', 404, {}],
    ['a redirect', 302, { location: 'https://elsewhere.example/' }],
    ['a lasting redirect that keeps the method', 308, { location: 'https://elsewhere.example/' }],
    ['a part of it', 206, { 'content-range': 'bytes 0-9/100' }],
    ['a 304 that nobody asked for', 304, {}],
  ])('is unreachable for %s', async (_what, status, headers) => {
    server.answer((_request, response) => response.writeHead(status, headers).end())
    expect(await fetchFrom(`${server.url}/bundle.json`)).toMatchObject({
      code: 'bundle.unreachable',
    })
  })

  it('is left where it sends more than a bundle can be', async () => {
    server.answer((_request, response) => response.end(Buffer.alloc(5 * 1024 * 1024, 'x')))
    expect(await fetchFrom(`${server.url}/bundle.json`)).toMatchObject({ code: 'bundle.too-large' })
  })

  it('is left after some megabytes where it never ends', async () => {
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    let sent = 0
    server.answer((_request, response) => {
      const part = Buffer.alloc(256 * 1024, 'x')
      const more = (): void => {
        if (response.destroyed) return
        sent += part.length
        if (response.write(part)) setImmediate(more)
        else response.once('drain', more)
      }
      response.writeHead(200, { 'content-length': String(1024 ** 3) })
      response.once('close', resolve)
      more()
    })
    expect(await fetchFrom(`${server.url}/bundle.json`)).toMatchObject({ code: 'bundle.too-large' })
    await gone
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  it('is left where little unpacks into a quarter of a gigabyte', async () => {
    const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024), { level: 1 })
    server.answer((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    expect(await fetchFrom(`${server.url}/bundle.json`)).toMatchObject({ code: 'bundle.too-large' })
  })

  it('can withhold a newer one by an ETag that lies, and can make nothing of it', async () => {
    const { tag } = (await fetchFrom(`${server.url}/bundle.json`)) as { tag: string }
    const newer = signedBundle(key, { serial: 2 })
    server.put(newer)
    server.answer((_request, response) => response.writeHead(304, { etag: '"newer"' }).end())
    expect(await fetchFrom(`${server.url}/bundle.json`, tag)).toBe('unchanged')
    server.answer((_request, response) => response.writeHead(200, { etag: tag }).end(newer))
    expect(await fetchFrom(`${server.url}/bundle.json`, tag)).toEqual({ text: newer, tag })
  })

  it('is unreachable where it hangs up in the middle', async () => {
    server.answer((request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('half')
      setImmediate(() => request.socket.destroy())
    })
    expect(await fetchFrom(`${server.url}/bundle.json`)).toMatchObject({
      code: 'bundle.unreachable',
    })
  })

  it.each([
    ['a token', 'abc', 'Bearer abc'],
    ['user and password', 'ada:secret', `Basic ${Buffer.from('ada:secret').toString('base64')}`],
  ])('gets the stored credential: %s', async (_what, secret, by) => {
    await fetchFrom(`${server.url}/bundle.json`, null, { secret })
    expect(server.asked).toEqual([{ path: '/bundle.json', by }])
  })
})

describe('a registry', () => {
  const source = (): string => `oci://${server.host}/policy/gatehouse:stable`

  it('gives the layer of its artifact, from where it keeps its blobs', async () => {
    const given = await fetchFrom(source())
    expect(given).toEqual({ text: first, tag: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) })
    const { tag } = given as { tag: string }
    expect(await fetchFrom(source(), tag)).toBe('unchanged')
    expect(await fetchFrom(source().replace(':stable', `@${tag}`))).toMatchObject({
      code: 'bundle.unreachable',
    })
  })

  it('is asked for a token, and the place of the blobs never sees it', async () => {
    server.guard(null)
    expect(await fetchFrom(source())).toMatchObject({ text: first })
    expect(server.asked.map(({ by }) => by)).toEqual([
      ...[null, null, 'Bearer let-me-in', 'Bearer let-me-in', null],
    ])
  })

  it('gives a token to user and password', async () => {
    server.guard('ada:secret')
    expect(await fetchFrom(source())).toMatchObject({ code: 'bundle.unreachable' })
    expect(await fetchFrom(source(), null, { secret: 'ada:secret' })).toMatchObject({ text: first })
  })

  it.each([
    ['no such tag', 'oci://HOST/policy/gatehouse:other'],
    ['no such name', 'oci://HOST/policy/nothing:stable'],
    ['a name that is none', 'oci://HOST/Policy:stable'],
  ])('says in plain words: %s', async (_what, named) => {
    expect(await fetchFrom(named.replace('HOST', server.host))).toMatchObject({
      code: expect.stringMatching(/^bundle\.(unreachable|source)$/),
    })
  })

  it('is not trusted where its bytes do not match their digest', async () => {
    const { answer } = server
    answer((request, response) => {
      if (request.url?.includes('/blobs/') === true) {
        response.end(signedBundle(key, { serial: 7 }))
        return
      }
      answer(null)
      response.writeHead(307, { location: `${request.url ?? ''}` }).end()
      answer((next, again) => {
        if (next.url?.includes('/blobs/') === true) again.end(first.replace('"', "'"))
        else
          again.end(
            JSON.stringify({
              schemaVersion: 2,
              layers: [
                {
                  mediaType: 'application/vnd.dsse.envelope.v1+json',
                  digest: `sha256:${'0'.repeat(64)}`,
                  size: first.length,
                },
              ],
            }),
          )
      })
    })
    expect(await fetchFrom(source())).toMatchObject({ code: 'bundle.unreachable' })
  })

  it('is followed to no address that is not encrypted', async () => {
    server.answer((_request, response) =>
      response.writeHead(307, { location: 'http://localhost/blob' }).end(),
    )
    expect(await fetchFrom(source())).toMatchObject({ code: 'bundle.unreachable' })
  })

  it.each([
    [
      'oci://ghcr.io/example/policy',
      { registry: 'ghcr.io', repository: 'example/policy', reference: 'latest' },
    ],
    ['oci://h:5000/a:1.2', { registry: 'h:5000', repository: 'a', reference: '1.2' }],
    [
      `oci://h/a@sha256:${'a'.repeat(64)}`,
      { registry: 'h', repository: 'a', reference: `sha256:${'a'.repeat(64)}` },
    ],
    ['oci://h/', null],
    ['oci://h/a/../b', null],
    ['oci://h/A', null],
  ])('reads %s', (text, expected) => expect(referenceIn(text)).toEqual(expected))
})

describe('a folder that Git keeps', () => {
  it('gives the bundle of what is checked out', async () => {
    const origin = join(folder, 'origin')
    mkdirSync(origin)
    const git = (at: string, ...words: readonly string[]): string =>
      execFileSync('git', ['-C', at, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
        encoding: 'utf8',
        env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
      })
    const commit = (text: string): void => {
      writeFileSync(join(origin, 'policy-bundle.json'), text)
      git(origin, 'add', '.')
      git(origin, 'commit', '-qm', 'bundle')
    }
    git(origin, 'init', '-q')
    commit(first)
    git(folder, 'clone', '-q', origin, 'checkout')
    expect(await fetchFrom('~/checkout')).toEqual({ text: first, tag: null })
    const second = signedBundle(key, { serial: 2 })
    commit(second)
    git(join(folder, 'checkout'), 'pull', '-q')
    expect(await fetchFrom(join(folder, 'checkout'))).toEqual({ text: second, tag: null })
  })

  it.each([
    ['without a bundle', () => {}],
    ['with a folder of that name', () => mkdirSync(join(folder, 'policy-bundle.json'))],
    [
      'with a link that leads nowhere',
      () => symlinkSync('gone', join(folder, 'policy-bundle.json')),
    ],
    [
      'with too much',
      () => writeFileSync(join(folder, 'policy-bundle.json'), Buffer.alloc(5_000_000)),
    ],
  ])('is unreachable %s', async (_what, prepare) => {
    prepare()
    expect(await fetchFrom(folder)).toMatchObject({ code: 'bundle.unreachable' })
  })
})
