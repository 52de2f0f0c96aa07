// Sources that lie, cut off, drip or send elsewhere, over real TLS; and a folder whose file leads out
// of it. Whatever they do, what was in force before stays.
// @module-tag whole
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OrganisationConfig } from '../../contract/policy/config/organisation-config.ts'
import { ok } from '../../contract/result.ts'
import { openOutbound } from '../../main/egress/outbound.ts'
import type { Outbound } from '../../main/egress/outbound.ts'
import { openBundles } from '../../main/bundle/in-force.ts'
import { bundleRelaxes } from '../../main/bundle/bundle-relaxes.ts'
import { fetchBundle } from '../../main/bundle/source/source.ts'
import { storedIn } from '../../main/bundle/stored-bundles.ts'
import { relaxesIn } from '../../main/config/relaxation/relaxes.ts'
import { authorityFile, startBundleServer } from '../fakes/bundle-server.ts'
import type { BundleServer } from '../fakes/bundle-server.ts'
import { makeTemporary } from '../temporary.ts'
import { signedBundle, signingKey } from './bundles.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const key = signingKey()
const first = signedBundle(key, { serial: 1 })
const newer = signedBundle(key, { serial: 2, stop: ['/srv/clients/**'] })
let server: BundleServer
let outbound: Outbound
let folder = ''
beforeEach(async () => {
  server = await startBundleServer()
  outbound = openOutbound({ hosts: () => [] })
  folder = makeTemporary('hostile')
})
afterEach(async () => {
  await outbound.dispose()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const followed = (source: string) =>
  OrganisationConfig.parse({ name: 'Example', source, keys: [key.text] })
const fetched = (source: string, signal = new AbortController().signal) =>
  fetchBundle(
    followed(source),
    null,
    {
      home: folder,
      web: () =>
        ok({
          fetch: outbound.trustingFetch(
            source.replace(/^oci:/, 'https:'),
            readFileSync(authorityFile, 'utf8'),
          ),
          credential: () => ok('token-of-the-registry'),
        }),
    },
    signal,
  )

/** With bundle 1 in force: what comes of what the source gives, and which is in force then. */
async function taken(source: string, signal?: AbortSignal): Promise<readonly [string, number]> {
  const bundles = openBundles({
    stored: storedIn(join(folder, 'organisation')),
    config: () => followed(source),
    relaxes: bundleRelaxes(relaxesIn),
    now: () => Date.parse('2026-11-27T00:00:00Z'),
  })
  expect(bundles.offer(Buffer.from(first)).ok).toBe(true)
  const given = await fetched(source, signal)
  const offered =
    given.ok && given.value.kind === 'bundle' ? bundles.offer(given.value.bytes) : given
  const held = bundles.current()
  return [
    offered.ok ? offered.value.kind : offered.error.code,
    held.kind === 'bundle' ? held.read.summary.serial : 0,
  ]
}

const address = (): string => `${server.url}/bundle.json`
const sends =
  (status: number, headers: Record<string, string>, body: string | Buffer = ''): Answer =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body)

describe('an address', () => {
  it.each<[what: string, answer: Answer, code: string]>([
    ['to the same host', sends(301, { location: '/other.json' }), 'bundle.unreachable'],
    ['to another host', sends(302, { location: 'https://example.org/b' }), 'bundle.unreachable'],
    ['to no encryption', sends(307, { location: 'http://localhost/b' }), 'bundle.unreachable'],
    ['with a bundle in it', sends(302, { location: '/x' }, newer), 'bundle.unreachable'],
    ['choices', sends(300, {}, newer), 'bundle.unreachable'],
    ['nothing at all', sends(200, {}), 'bundle.malformed'],
    ['no content', sends(204, {}), 'bundle.unreachable'],
    [
      'a page to sign in',
      sends(200, { 'content-type': 'text/html' }, '<html>Sign in'),
      'bundle.malformed',
    ],
    [
      'half of what is packed',
      sends(200, { 'content-encoding': 'gzip' }, gzipSync(newer).subarray(0, 60)),
      'bundle.malformed',
    ],
    [
      'what says it is packed and is not',
      sends(200, { 'content-encoding': 'gzip' }, newer),
      'bundle.unreachable',
    ],
    ['a key in place of a bundle', sends(200, {}, key.pem), 'bundle.malformed'],
    ['two bundles in a row', sends(200, {}, newer + newer), 'bundle.malformed'],
    ['letters before it', sends(200, {}, `x${newer}`), 'bundle.malformed'],
  ])('that sends %s changes nothing', async (_what, answer, code) => {
    server.answer(answer)
    expect(await taken(address())).toEqual([code, 1])
  })

  it.each([
    ['as text', { 'content-type': 'text/html; charset=utf-16' }],
    ['as a picture', { 'content-type': 'image/png' }],
    ['as nothing', {}],
  ])('may name it %s: who signed it says what it is', async (_what, headers) => {
    server.answer(sends(200, headers, newer))
    expect(await taken(address())).toEqual(['applied', 2])
  })

  it('that drips a letter at a time is left when its time is over', async () => {
    const giveUp = new AbortController()
    server.answer((_request, response) => {
      response.writeHead(200)
      let at = 0
      const drip = (): void => {
        if (response.destroyed) return
        // It has begun, and would take for ever.
        if (at === 3) giveUp.abort()
        response.write(newer.charAt(at++), () => setImmediate(drip))
      }
      drip()
    })
    expect(await taken(address(), giveUp.signal)).toEqual(['bundle.unreachable', 1])
  })
})

describe('a registry', () => {
  const source = (): string => `oci://${server.host}/policy/gatehouse:stable`
  const digest = (text: string): string =>
    `sha256:${createHash('sha256').update(text).digest('hex')}`
  const layer = (more: object = {}) => ({
    mediaType: 'application/vnd.dsse.envelope.v1+json',
    digest: digest(newer),
    size: Buffer.byteLength(newer),
    ...more,
  })
  const manifest = (...layers: readonly object[]): string =>
    JSON.stringify({ schemaVersion: 2, layers })
  const gives =
    (text: string, blob = newer, headers: Record<string, string> = {}): Answer =>
    (request, response) =>
      void response
        .writeHead(200, request.url?.includes('/manifests/') === true ? headers : {})
        .end(request.url?.includes('/manifests/') === true ? text : blob)

  it('that gives what it says is taken', async () => {
    server.answer(gives(manifest(layer())))
    expect(await taken(source())).toEqual(['applied', 2])
  })

  it.each<[what: string, answer: () => Answer]>([
    [
      'an index of platforms',
      () =>
        gives(
          JSON.stringify({
            schemaVersion: 2,
            mediaType: 'application/vnd.oci.image.index.v1+json',
            manifests: [{ mediaType: 'x', digest: digest(newer), size: 9 }],
          }),
        ),
    ],
    ['a digest that does not fit its blob', () => gives(manifest(layer()), first)],
    [
      'another digest of its manifest',
      () => gives(manifest(layer()), newer, { 'docker-content-digest': digest('x') }),
    ],
    ['a digest of another kind', () => gives(manifest(layer({ digest: `md5:${'0'.repeat(32)}` })))],
    [
      'a digest that is a path',
      () => gives(manifest(layer({ digest: 'sha256:../../../secrets' }))),
    ],
    ['a size that is too small', () => gives(manifest(layer({ size: 10 })))],
    ['a size that nobody has room for', () => gives(manifest(layer({ size: 2 ** 40 })))],
    ['a layer of another type', () => gives(manifest(layer({ mediaType: 'text/plain' })))],
    ['no layer', () => gives(manifest())],
    ['a manifest that never ends', () => gives(`[${'0,'.repeat(1_000_000)}0]`)],
    [
      'a circle',
      () => (request, response) =>
        void response.writeHead(307, { location: request.url ?? '/' }).end(),
    ],
  ])('that gives %s changes nothing', async (_what, answer) => {
    server.answer(answer())
    const [code, serial] = await taken(source())
    expect([code, serial]).toEqual([
      expect.stringMatching(/^bundle\.(?:unreachable|too-large)$/),
      1,
    ])
  })

  it('gets the credential at no other host that it redirects to', async () => {
    server.answer((request, response) => {
      const at = request.url ?? ''
      if (at.includes('/manifests/')) response.end(manifest(layer()))
      else if (request.headers.authorization === undefined)
        response.writeHead(401, { 'www-authenticate': 'Basic realm="here"' }).end()
      else response.writeHead(307, { location: `https://127.0.0.1:${server.port}/kept` }).end()
    })
    await taken(source())
    expect(server.asked.filter(({ path }) => path === '/kept').map(({ by }) => by)).not.toContain(
      'Bearer token-of-the-registry',
    )
  })
})

describe('a folder', () => {
  it.each([
    ['a file outside', (outside: string) => outside],
    ['a file outside, by a way that goes up', () => '../outside.json'],
    ['a device', () => '/dev/zero'],
    ['a process', () => '/proc/self/environ'],
  ])('whose file is a link to %s changes nothing', async (_what, to) => {
    const outside = join(folder, 'outside.json')
    writeFileSync(outside, newer)
    mkdirSync(join(folder, 'checkout'))
    symlinkSync(to(outside), join(folder, 'checkout', 'policy-bundle.json'))
    expect(await taken(join(folder, 'checkout'))).toEqual(['bundle.unreachable', 1])
  })

  it('may keep its file under another name in it, and may itself be a link', async () => {
    mkdirSync(join(folder, 'versions', 'two'), { recursive: true })
    writeFileSync(join(folder, 'versions', 'two', 'bundle.json'), newer)
    symlinkSync('two/bundle.json', join(folder, 'versions', 'policy-bundle.json'))
    symlinkSync('versions', join(folder, 'now'))
    expect(await taken(join(folder, 'now'))).toEqual(['applied', 2])
  })

  it('is not waited for where its file is a pipe', async () => {
    execFileSync('mkfifo', [join(folder, 'policy-bundle.json')])
    expect(await taken(folder)).toEqual(['bundle.unreachable', 1])
  })
})
