import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { err } from '../../contract/result.ts'
import { Manifest } from '../../contract/call/manifest.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { canonicalUrl } from '../../main/egress/canonical-url.ts'
import { http } from '../../tools/web/http.ts'
import { outboundOf, site } from '../egress/fixtures/ask.ts'

async function run(args: Record<string, unknown>, answer: RequestListener) {
  const { hosts, url, server } = await site(answer)
  const input = http.input.parse({ url: url('/api'), ...args })
  const { signal } = new AbortController()
  const permitted = http.touches(input).flatMap((touch): readonly CanonicalTouch[] => {
    if (touch.kind === 'secrets.get') return [touch]
    const canonical = canonicalUrl({ hosts })(touch.method, touch.url)
    return canonical.ok ? [canonical.value] : []
  })
  const power = {
    'secrets.get': { refer: () => err(failure('test.none', 'No credential is here.')) },
    'net.fetch': outboundOf({ hosts: () => hosts }).power({ permitted, signal }),
  }
  return { result: await http.execute(input, { power, signal }), server, url }
}

describe('http', () => {
  it('has a whole manifest and a strict input with its defaults', () => {
    expect(Manifest.parse(http.manifest)).toEqual(http.manifest)
    expect(http.input.parse({ url: 'https://example.org/' })).toEqual({
      url: 'https://example.org/',
      method: 'GET',
      headers: {},
      credential: null,
      timeout_secs: 30,
    })
    for (const bad of [
      {},
      { url: 'x', method: 'TRACE' },
      { url: 'x', method: 'get' },
      { url: 'x', timeout_secs: 121 },
      { url: 'x', timeout_secs: 0 },
      { url: 'x', headers: { a: 1 } },
      { url: 'x', follow: true },
    ]) {
      expect([bad, http.input.safeParse(bad).success]).toEqual([bad, false])
    }
    expect(
      http.touches(http.input.parse({ url: 'https://example.org/', method: 'DELETE' })),
    ).toEqual([{ kind: 'net.fetch', method: 'DELETE', url: 'https://example.org/' }])
  })

  it.each([
    'Host',
    'authorization',
    'COOKIE',
    'Set-Cookie',
    'X-Forwarded-For',
    'x-forwarded-host',
    'X-Real-IP',
    'Proxy-Authorization',
    // The same by other names, and what makes it another request than the one that was asked about.
    ...['Forwarded', 'X-Forwarded-Proto', 'True-Client-IP', 'CF-Connecting-IP', 'X-Client-Ip'],
    ...['X-HTTP-Method-Override', 'x-http-method', 'X-Method-Override', 'X-Original-URL'],
    ...['X-Rewrite-URL', 'x-override-url', 'X-Original-Method'],
  ])('refuses the header %j', (name) => {
    const parsed = http.input.safeParse({ url: 'https://example.org/', headers: { [name]: 'x' } })
    expect(parsed.error?.issues[0]?.message).toContain('may not be set')
  })

  it.each([' cookie ', 'cookie\t', 'x\r\nCookie', 'co okie', ''])(
    'takes no header by a name such as %j',
    (name) => {
      const headers = { [name]: 'x' }
      expect(http.input.safeParse({ url: 'https://example.org/', headers }).success).toBe(false)
    },
  )

  it.each<[string, Record<string, unknown>, string, string | undefined]>([
    ['a string as it is', { body: 'a=1' }, 'a=1', 'text/plain; charset=utf-8'],
    ['an object as JSON', { body: { a: [1] } }, '{"a":[1]}', 'application/json'],
    ['a number as JSON', { body: 0 }, '0', 'application/json'],
    ['nothing for null', { body: null }, '', undefined],
    [
      'its own type when one is given',
      { body: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      'a=1',
      'application/x-www-form-urlencoded',
    ],
  ])('sends %s', async (_, args, body, type) => {
    const { result, server } = await run(
      { method: 'POST', ...args },
      (_request, response) => void response.writeHead(201).end(),
    )
    expect(result).toMatchObject({ ok: true, value: { data: { status: 201 } } })
    expect([server.seen[0]?.body, server.seen[0]?.headers['content-type']]).toEqual([body, type])
  })

  it('sends no body with GET', async () => {
    const { result, server } = await run({ body: 'x' }, (_, response) => void response.end())
    expect(result).toMatchObject({ ok: false, error: { code: 'http.body-with-get' } })
    expect(server.seen).toEqual([])
  })

  it('shows status, the headers that matter and the text', async () => {
    const { result, url } = await run(
      {},
      (_, response) =>
        void response
          .writeHead(429, {
            'content-type': 'text/plain',
            'x-request-id': 'r1',
            'retry-after': '5',
            'set-cookie': 'sid=secret',
            'x-other': 'no',
          })
          .end('slow down'),
    )
    expect(result).toEqual({
      ok: true,
      value: {
        text: 'HTTP 429\ncontent-type: text/plain\nx-request-id: r1\nretry-after: 5\n\nslow down',
        data: {
          url: url('/api'),
          finalUrl: url('/api'),
          status: 429,
          contentType: 'text/plain',
          bytes: 9,
          truncated: false,
        },
      },
    })
  })

  it('follows no redirect but shows where it leads', async () => {
    const { result, server } = await run(
      {},
      (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
    )
    expect(result).toMatchObject({
      ok: true,
      value: { text: expect.stringContaining('location: /elsewhere'), data: { status: 302 } },
    })
    expect(server.seen).toHaveLength(1)
  })

  it('shows at most 50,000 characters, and only the size of what is not text', async () => {
    const long = await run({}, (_, response) => void response.end('x'.repeat(60_000)))
    expect(long.result).toMatchObject({
      ok: true,
      value: {
        text: expect.stringMatching(
          /^HTTP 200\n[^]*\n\nx{50000}\n\[the answer was longer and has been cut\]$/,
        ),
        data: { truncated: true },
      },
    })
    const binary = await run(
      {},
      (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'image/png' })
          .end(Buffer.from([0x89, 0, 1])),
    )
    expect(binary.result).toMatchObject({
      ok: true,
      value: { text: expect.stringContaining('[3 bytes of binary content, image/png]') },
    })
  })

  it('ends at its time limit', async () => {
    const { result } = await run({ timeout_secs: 1 }, () => undefined)
    expect(result).toMatchObject({ ok: false, error: { code: 'net.timeout' } })
  })
})
