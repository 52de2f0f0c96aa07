import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import type { FetchRequest, FetchResponse } from '../../contract/call/powers/fetch-power.ts'
import { err, ok } from '../../contract/result.ts'
import { canonicalUrl } from '../../main/egress/canonical-url.ts'
import { withoutEcho } from '../../main/egress/credential.ts'
import type { Destination } from '../../contract/credential.ts'
import type { CredentialFor } from '../../main/egress/credential.ts'
import type { OutboundDeps } from '../../main/egress/outbound.ts'
import { keep, outboundOf, redirect, site } from './fixtures/ask.ts'
import { serveHttp } from './fixtures/servers.ts'
import { tries } from '../soak.ts'

const SECRET = 'Bearer s3cr3t-t0ken/with+signs='
const TOKEN = SECRET.slice('Bearer '.length)

type How = Partial<FetchRequest> & {
  readonly hosts: readonly string[]
  /** More addresses that the call was permitted. */
  readonly also?: readonly string[]
  readonly names?: readonly string[]
  readonly store?: CredentialFor
  readonly deps?: Partial<OutboundDeps>
}

const always: CredentialFor = async () => ok({ header: 'Authorization', value: SECRET })

/** Permits the address and the credential, as the pipeline does. */
async function ask(
  url: string,
  { hosts, also = [], names = ['shop'], store = always, deps = {}, ...rest }: How,
) {
  const method = rest.method ?? 'GET'
  const touches = [url, ...also].map((text) => {
    const touch = canonicalUrl({ hosts })(method, text)
    if (!touch.ok) throw new Error(touch.error.text)
    return touch.value
  })
  const permitted = [...touches, ...names.map((name) => ({ kind: 'secrets.get' as const, name }))]
  const outbound = outboundOf({
    hosts: () => hosts,
    resolve: async () => ['127.0.0.1'],
    credential: store,
    ...deps,
  })
  const power = outbound.power({ permitted, signal: new AbortController().signal })
  const request = {
    method,
    url,
    headers: {},
    body: null,
    timeoutMs: 5_000,
    maxBytes: 100_000,
    maxRedirects: 5,
    credential: 'shop',
    ...rest,
  }
  const answer = await power.fetch(request)
  const text = JSON.stringify(answer, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  )
  return { answer, text }
}

describe('a stored credential', () => {
  it('is added on the way out and in nothing that comes back, however the server echoes it', async () => {
    const echoes = (value: string): string =>
      [
        value,
        JSON.stringify({ value }),
        encodeURIComponent(value),
        Buffer.from(value).toString('base64'),
        value.slice('Bearer '.length),
      ].join('\n')
    const { server, hosts, url } = await site((request, response) => {
      const value = request.headers.authorization ?? ''
      response
        .writeHead(200, {
          'x-echo': value,
          'x-token': value.slice(7),
          'content-type': `text/plain; x=${value.slice(7)}`,
        })
        .end(echoes(value))
    })
    const { answer, text } = await ask(url('/'), { hosts })
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([SECRET])
    expect(answer).toMatchObject({
      ok: true,
      value: {
        status: 200,
        credential: 'sent',
        headers: { 'x-echo': '[credential]', 'x-token': '[credential]' },
      },
    })
    for (const form of [TOKEN, encodeURIComponent(TOKEN), Buffer.from(SECRET).toString('base64')])
      expect(text).not.toContain(form)
    expect(text.match(/\[credential\]/g)?.length).toBeGreaterThan(6)
  })

  it('hides the password of Basic too', async () => {
    const value = `Basic ${Buffer.from('someone:correct horse').toString('base64')}`
    const { hosts, url } = await site((request, response) =>
      response.end(
        `${request.headers.authorization} ${Buffer.from((request.headers.authorization ?? '').slice(6), 'base64').toString()}`,
      ),
    )
    const { text } = await ask(url('/'), {
      hosts,
      store: async () => ok({ header: 'authorization', value }),
    })
    expect(text).toMatch(/"body":"\[credential\] \[credential\]"/)
  })

  it('leaves no first half where the answer is cut through it', async () => {
    const { hosts, url } = await site((request, response) =>
      response.end(`padding ${request.headers.authorization} tail`),
    )
    for (let maxBytes = 8; maxBytes < 8 + SECRET.length; maxBytes += 1) {
      const { answer } = await ask(url('/'), { hosts, maxBytes })
      const body = answer.ok ? Buffer.from(answer.value.body).toString() : 'failed'
      expect(body).toMatch(/^padding .{0,3}$/)
    }
  })

  it('is asked for by name and destination, and what the store refuses is not sent', async () => {
    const { server, hosts, url } = await site((_, response) => response.end())
    const asked: (readonly [string, Destination])[] = []
    const store: CredentialFor = async (name, destination) => {
      asked.push([name, destination])
      return err(failure('secret.elsewhere', 'shop is not for this host.'))
    }
    expect((await ask(url('/'), { hosts, store })).answer).toEqual({
      ok: false,
      error: { code: 'secret.elsewhere', text: 'shop is not for this host.' },
    })
    expect(asked).toEqual([['shop', { protocol: 'http:', host: '127.0.0.1', port: server.port }]])
    expect(server.seen).toEqual([])
  })

  it('is not used unless the call was permitted it, and there is a store', async () => {
    const { server, hosts, url } = await site((_, response) => response.end())
    const refused: CredentialFor = () => {
      throw new Error('asked')
    }
    expect((await ask(url('/'), { hosts, names: [], store: refused })).answer).toMatchObject({
      ok: false,
      error: { code: 'net.not-permitted' },
    })
    expect((await ask(url('/'), { hosts, names: ['other'], store: refused })).answer).toMatchObject(
      {
        ok: false,
        error: { code: 'net.not-permitted' },
      },
    )
    const outbound = outboundOf({ hosts: () => hosts })
    const touch = canonicalUrl({ hosts })('GET', url('/'))
    const permitted = touch.ok ? [touch.value, { kind: 'secrets.get' as const, name: 'shop' }] : []
    const request = {
      method: 'GET' as const,
      url: url('/'),
      headers: {},
      body: null,
      timeoutMs: 5_000,
      maxBytes: 10,
      maxRedirects: 0,
      credential: 'shop',
    }
    const power = outbound.power({ permitted, signal: new AbortController().signal })
    expect(await power.fetch(request)).toMatchObject({
      ok: false,
      error: { code: 'net.credential' },
    })
    expect(server.seen).toEqual([])
  })

  it.each(['authorization', 'Authorization', 'AUTHORIZATION'])(
    'cannot be overlaid by a header %s of the call',
    async (name) => {
      const { server, hosts, url } = await site((_, response) => response.end())
      const { answer, text } = await ask(url('/'), { hosts, headers: { [name]: 'mine' } })
      expect(answer).toMatchObject({
        ok: false,
        error: { code: 'net.credential', text: expect.stringContaining('authorization') },
      })
      expect([text.includes(TOKEN), server.seen]).toEqual([false, []])
    },
  )

  it.each<[string, string, string]>([
    ['a header of Gatehouse', 'Host', 'evil.test'],
    ['a header for proxies', 'Proxy-Authorization', SECRET],
    ['a header that is none', 'a b', SECRET],
    ['a second line', 'authorization', `${SECRET}\r\nhost: evil.test`],
    ['a character beyond ASCII', 'authorization', `${SECRET}é`],
    ['hardly a value', 'authorization', 'abc'],
    ['a value without end', 'authorization', 'a'.repeat(20_000)],
  ])('that is stored as %s is neither sent nor shown', async (_, header, value) => {
    const { server, hosts, url } = await site((_request, response) => response.end())
    const { answer, text } = await ask(url('/'), {
      hosts,
      store: async () => ok({ header, value }),
    })
    expect(answer).toMatchObject({ ok: false, error: { code: 'net.credential' } })
    expect([text.includes(TOKEN), server.seen]).toEqual([false, []])
  })

  it('is in no failure, though the server puts it into its redirect', async () => {
    const { hosts, url } = await site((request, response) =>
      redirect(
        response,
        302,
        `https://evil.test/?t=${encodeURIComponent(request.headers.authorization ?? '')}`,
      ),
    )
    const { answer, text } = await ask(url('/'), { hosts })
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'net.redirect-elsewhere', text: expect.stringContaining('[credential]') },
    })
    expect(text).not.toContain(encodeURIComponent(TOKEN))
    const shown = await ask(url('/'), { hosts, maxRedirects: 0 })
    expect(shown.text).not.toContain(encodeURIComponent(TOKEN))
  })

  it('goes along inside its host, and is asked for again at each hop', async () => {
    const { server, hosts, url } = await site((request, response) =>
      request.url === '/b' ? response.end() : redirect(response, 307, '/b'),
    )
    let asked = 0
    const store: CredentialFor = async () => {
      asked += 1
      return ok({ header: 'x-api-key', value: SECRET })
    }
    expect((await ask(url('/a'), { hosts, store })).answer).toMatchObject({
      ok: true,
      value: { status: 200, credential: 'sent' },
    })
    expect([asked, server.seen.map(({ headers }) => headers['x-api-key'])]).toEqual([
      2,
      [SECRET, SECRET],
    ])
    const once: CredentialFor = async () =>
      (asked += 1) > 3
        ? err(failure('secret.gone', 'It was removed.'))
        : ok({ header: 'x-api-key', value: SECRET })
    expect((await ask(url('/a'), { hosts, store: once })).answer).toMatchObject({
      ok: true,
      value: { status: 200, credential: 'dropped' },
    })
    expect(server.seen.map(({ headers }) => headers['x-api-key'])).toEqual([
      SECRET,
      SECRET,
      SECRET,
      undefined,
    ])
  })

  it('does not cross to another host, permitted or not, nor come back with a redirect, and the answer says so', async () => {
    const other = await keep(
      serveHttp((request, response) =>
        redirect(response, 302, `http://site.test:${server.port}${request.url}`),
      ),
    )
    const { server, hosts } = await site((request, response) =>
      request.url === '/back'
        ? response.end('home')
        : redirect(response, 302, `http://other.test:${other.port}/back`),
    )
    const open = [...hosts, `http://127.0.0.1:${other.port}`]
    const first = `http://site.test:${server.port}/`
    const far = await ask(first, { hosts: open, also: [`http://other.test:${other.port}/`] })
    expect(far.answer).toMatchObject({
      ok: true,
      value: { status: 200, credential: 'dropped', finalUrl: `${first}back` },
    })
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([SECRET, undefined])
    expect(other.seen.map(({ headers }) => headers.authorization)).toEqual([undefined])
    expect((await ask(first, { hosts: open })).answer).toMatchObject({
      ok: false,
      error: { code: 'net.redirect-elsewhere' },
    })
    expect(other.seen).toHaveLength(1)
  })
})

describe('withoutEcho', () => {
  const answerWith = (text: string, truncated = false): FetchResponse => ({
    status: 200,
    finalUrl: 'https://a.example/',
    headers: { 'x-echo': text },
    contentType: 'text/plain',
    truncated,
    credential: 'sent',
    body: new Uint8Array(Buffer.from(text, 'latin1')),
  })
  const unit = fc.constantFrom(
    'a',
    'B',
    '0',
    '-',
    '_',
    '.',
    '~',
    '/',
    '+',
    '=',
    '%',
    '"',
    '\\',
    '$',
    '(',
    '|',
    '[',
    ']',
    '{',
    '}',
    ' ',
  )
  // A space at an end is no part of a header's value.
  const ascii = fc
    .string({ unit, minLength: 4, maxLength: 40 })
    .filter((text) => text.trim() === text)

  it('leaves no spelling of any value, wherever it is and whatever is around it', () => {
    fc.assert(
      fc.property(
        ascii,
        ascii,
        fc.array(fc.oneof(ascii, fc.nat(5)), { maxLength: 12 }),
        (one, two, parts) => {
          const forms = [
            one,
            `Bearer ${two}`,
            two,
            encodeURIComponent(one),
            Buffer.from(two).toString('base64'),
            JSON.stringify(one).slice(1, -1),
          ]
          const text = parts.map((part) => (typeof part === 'number' ? forms[part] : part)).join('')
          const clean = withoutEcho(ok(answerWith(text)), [one, `Bearer ${two}`])
          const got = clean.ok
            ? [
                clean.value.headers['x-echo'] ?? '',
                Buffer.from(clean.value.body).toString('latin1'),
              ]
            : []
          expect(got).toHaveLength(2)
          for (const left of got.flatMap((each) => each.split('[credential]')))
            for (const value of [one, two]) expect(left.includes(value)).toBe(false)
        },
      ),
      { numRuns: tries(2_000) },
    )
  })

  it('changes nothing where there is no value', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('x', 'y', 'z', ' ', '\n') }), (text) => {
        const answer = answerWith(text, true)
        expect(withoutEcho(ok(answer), [SECRET])).toEqual(ok(answer))
      }),
    )
  })
})
