import { describe, expect, it } from 'vitest'
import type { FetchRequest } from '../../contract/call/powers/fetch-power.ts'
import { canonicalUrl } from '../../main/egress/canonical-url.ts'
import { followable } from '../../main/egress/redirect.ts'
import { ask, codeOf, redirect, site } from './fixtures/ask.ts'

describe('a redirect', () => {
  it('inside the permitted host is followed, without credentials', async () => {
    const { hosts, url, server } = await site((request, response) => {
      if (request.url === '/a') redirect(response, 302, '/b?x=1#frag')
      else if (request.url === '/b?x=1') redirect(response, 301, url('/c'))
      else response.end('there')
    })
    const answer = await ask(url('/a'), {
      hosts,
      headers: { authorization: 'Bearer x', 'x-api-key': 'k', cookie: 'c=1', accept: 'text/html' },
    })
    expect(answer).toMatchObject({ ok: true, value: { status: 200, finalUrl: url('/c') } })
    expect(
      server.seen.map(({ headers }) => [
        headers.authorization,
        headers['x-api-key'],
        headers.cookie,
        headers.accept,
      ]),
    ).toEqual([
      ['Bearer x', 'k', 'c=1', 'text/html'],
      [undefined, undefined, undefined, 'text/html'],
      [undefined, undefined, undefined, 'text/html'],
    ])
  })

  it.each<[string, (port: number) => string]>([
    ['another host', () => 'https://example.org/x'],
    ['another port', (port) => `http://127.0.0.1:${port + 1}/`],
    ['another name of the same machine', (port) => `http://localhost:${port}/`],
    ['another spelling of the machine', (port) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['https on the same port', (port) => `https://127.0.0.1:${port}/`],
    ['a metadata service', () => 'http://169.254.169.254/latest/'],
    ['a protocol-relative host', () => '//evil.test/x'],
  ])('to %s is refused before it is dialled, and named', async (_, location) => {
    const { hosts, url, server } = await site((_request, response) =>
      redirect(response, 302, location(server.port)),
    )
    const answer = await ask(url('/'), { hosts })
    const target = new URL(location(server.port), url('/')).href
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'net.redirect-elsewhere', text: expect.stringContaining(target) },
    })
    expect(server.seen).toHaveLength(1)
  })

  it.each(['file:///etc/passwd', 'http://', 'javascript:alert(1)', 'http://u:p@127.0.0.1/'])(
    'to %s is refused',
    async (location) => {
      const { hosts, url } = await site((_, response) => redirect(response, 302, location))
      expect(codeOf(await ask(url('/'), { hosts }))).toBe('net.protocol')
    },
  )

  it.each<[string, string, boolean]>([
    ['https://example.org/a', 'http://example.org/a', false],
    ['https://example.org:8443/', 'http://example.org:8443/', false],
    ['http://example.org/', 'https://example.org/', true],
    ['http://example.org:8080/', 'https://example.org:8080/', false],
    ['https://example.org/', 'https://example.org/b', true],
  ])('from %s to %s is followed without asking: %s', (from, to, want) => {
    const touches = [from, to].map((url) =>
      canonicalUrl({ hosts: ['example.org', 'example.org:8443'] })('GET', url),
    )
    const [first, hop] = touches.flatMap((touch) => (touch.ok ? [touch.value] : []))
    if (first === undefined || hop === undefined)
      throw new Error('An address of the table is none.')
    const followed = followable([first], hop)
    // A step that is not followed: the new call that the failure proposes asks, because the host is
    // listed for https.
    expect([followed.ok, followed.ok ? null : followed.error.text, hop.listed]).toEqual([
      want,
      want ? null : `example.org redirects to ${to}, which this call was not permitted to reach.`,
      want,
    ])
  })

  it('is handed back as it is when none may be followed', async () => {
    const { hosts, url } = await site((_, response) =>
      redirect(response, 307, 'https://example.org/'),
    )
    expect(await ask(url('/'), { hosts, maxRedirects: 0 })).toMatchObject({
      ok: true,
      value: { status: 307, headers: { location: 'https://example.org/' } },
    })
  })

  it('that goes in a circle ends', async () => {
    const { hosts, url, server } = await site((_, response) => redirect(response, 302, '/again'))
    expect(codeOf(await ask(url('/'), { hosts, maxRedirects: 3 }))).toBe('net.protocol')
    expect(server.seen).toHaveLength(4)
  })

  it.each<[number, FetchRequest['method'], string, string]>([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [302, 'PUT', 'PUT', 'data'],
    [307, 'POST', 'POST', 'data'],
    [308, 'POST', 'POST', 'data'],
    [303, 'HEAD', 'HEAD', ''],
  ])('%d turns %s into %s with the body %j', async (status, method, then, body) => {
    const { hosts, url, server } = await site((request, response) =>
      request.url === '/a' ? redirect(response, status, '/b') : void response.end(),
    )
    await ask(url('/a'), {
      hosts,
      method,
      body: method === 'HEAD' ? null : 'data',
      headers: { 'content-type': 'text/plain' },
    })
    expect(server.seen.map((one) => [one.method, one.body])).toEqual([
      [method, method === 'HEAD' ? '' : 'data'],
      [then, body],
    ])
    expect(server.seen[1]?.headers['content-type']).toBe(then === method ? 'text/plain' : undefined)
  })
})
