import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { FetchPower } from '../../contract/call/powers/fetch-power.ts'
import { Manifest } from '../../contract/call/manifest.ts'
import { ok } from '../../contract/result.ts'
import { canonicalUrl } from '../../main/egress/canonical-url.ts'
import { readAnswer } from '../../tools/web/read-answer.ts'
import { webFetch } from '../../tools/web/web-fetch.ts'
import { outboundOf, site } from '../egress/fixtures/ask.ts'

/**
 * Runs the tool as the pipeline does: arguments parsed, its touch made canonical and permitted, the
 * real way out.
 */
async function run(
  args: Record<string, unknown>,
  hosts: readonly string[],
  more: Partial<Pick<FetchPower, 'readPage' | 'saveMedia'>> = {},
) {
  const input = webFetch.input.parse(args)
  const { signal } = new AbortController()
  const permitted = webFetch.touches(input).flatMap((touch) => {
    const canonical = canonicalUrl({ hosts })(touch.method, touch.url)
    return canonical.ok ? [canonical.value] : []
  })
  const power = {
    'net.fetch': { ...outboundOf({ hosts: () => hosts }).power({ permitted, signal }), ...more },
  }
  return webFetch.execute(input, { power, signal })
}

async function fetched(answer: RequestListener, args: Record<string, unknown> = {}) {
  const { hosts, url, server } = await site(answer)
  return { result: await run({ url: url('/page'), ...args }, hosts), url, server }
}

const send =
  (type: string | null, body: string | Buffer, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, type === null ? {} : { 'content-type': type }).end(body)

describe('web_fetch', () => {
  it('has a whole manifest and a strict input with its defaults', () => {
    expect(Manifest.parse(webFetch.manifest)).toEqual(webFetch.manifest)
    expect(webFetch.input.parse({ url: 'https://example.org/' })).toEqual({
      url: 'https://example.org/',
      extractMode: 'markdown',
      maxChars: 50_000,
    })
    for (const bad of [
      {},
      { url: '' },
      { url: 'x', maxChars: 99 },
      { url: 'x', maxChars: 100.5 },
      { url: 'x', extractMode: 'html' },
      { url: 'x', method: 'POST' },
    ]) {
      expect([bad, webFetch.input.safeParse(bad).success]).toEqual([bad, false])
    }
    expect(webFetch.touches(webFetch.input.parse({ url: 'https://example.org/' }))).toEqual([
      { kind: 'net.fetch', method: 'GET', url: 'https://example.org/' },
    ])
  })

  it('answers with one JSON object about a page', async () => {
    const html = '<!doctype html><title>T</title><h1>Hello</h1><p>wörld'
    const { result, url, server } = await fetched(send('text/html; charset=utf-8', html))
    const data = {
      url: url('/page'),
      finalUrl: url('/page'),
      status: 200,
      contentType: 'text/html; charset=utf-8',
      extractor: 'body',
      title: 'T',
      truncated: false,
      length: 14,
      bytes: Buffer.byteLength(html),
      text: '# Hello\n\nwörld',
    }
    expect(result).toEqual({ ok: true, value: { text: JSON.stringify(data, null, 2), data } })
    expect(server.seen[0]).toMatchObject({ method: 'GET', path: '/page', body: '' })
  })

  it.each<[string, RequestListener, Record<string, unknown>]>([
    [
      'JSON, printed readably',
      send('application/json', '{"a":[1,{"b":2}]}'),
      { extractor: 'json', text: '{\n  "a": [\n    1,\n    {\n      "b": 2\n    }\n  ]\n}' },
    ],
    [
      'JSON that is none, as it came',
      send('application/json', '{oops'),
      { extractor: 'json', text: '{oops' },
    ],
    [
      'JSON nested past all reason, as it came',
      send('application/problem+json', '['.repeat(200_000)),
      { extractor: 'json', length: 200_000 },
    ],
    [
      'plain text as it is',
      send('text/plain', '<b>not html</b>\n  x'),
      { extractor: 'text', text: '<b>not html</b>\n  x' },
    ],
    [
      'source code as it is',
      send('application/javascript', 'let a = "<p>"'),
      { extractor: 'text', text: 'let a = "<p>"' },
    ],
    ['XML as it is', send('application/rss+xml', '<rss/>'), { extractor: 'text', text: '<rss/>' }],
    ['a page without a type', send(null, '<!DOCTYPE html><p>x'), { extractor: 'body', text: 'x' }],
    ['text without a type', send(null, 'just text'), { extractor: 'text', text: 'just text' }],
    [
      'a picture by type and size',
      send('image/png', Buffer.from([0x89, 0x50, 0, 1])),
      { extractor: 'binary', text: '[4 bytes of image/png, not text]' },
    ],
    [
      'a program that calls itself text',
      send('text/plain', Buffer.from('MZ\0\0x')),
      { extractor: 'binary', text: '[5 bytes of text/plain, not text]' },
    ],
    [
      'an unnamed type that is binary',
      send('application/octet-stream', Buffer.from([1, 0, 2])),
      { extractor: 'binary' },
    ],
    [
      'Latin-1 by its header',
      send('text/plain; charset=iso-8859-1', Buffer.from([0x66, 0xfc, 0x72])),
      { text: 'für' },
    ],
    [
      'Windows-1251 by the page itself',
      send(
        'text/html',
        Buffer.concat([
          Buffer.from('<meta charset="windows-1251"><p>'),
          Buffer.from([0xcc, 0xe8, 0xf0]),
        ]),
      ),
      { text: 'Мир' },
    ],
    [
      'UTF-16',
      send('text/plain; charset=utf-16le', Buffer.from('hällo', 'utf16le')),
      { text: 'hällo' },
    ],
    ['an unknown charset as UTF-8', send('text/plain; charset=klingon', 'ä'), { text: 'ä' }],
    [
      'an error page, with its status',
      send('text/html', '<h1>No</h1>', 404),
      { status: 404, text: '# No' },
    ],
    ['an empty answer', send('text/html', ''), { text: '', length: 0 }],
  ])('reads %s', async (_, answer, want) => {
    const { result } = await fetched(answer)
    expect(result).toMatchObject({ ok: true, value: { data: want } })
  })

  it('hands over a picture or PDF that came whole, by what is in it', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    expect((await fetched(send('image/png', png))).result).toMatchObject({
      ok: true,
      value: { content: [{ kind: 'image', mimeType: 'image/png', data: png.toString('base64') }] },
    })
    const pdf = Buffer.from('%PDF-1.7\n%\0')
    expect((await fetched(send('application/pdf', pdf))).result).toMatchObject({
      ok: true,
      value: { content: [{ kind: 'blob', mimeType: 'application/pdf' }] },
    })
    const large = Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)])
    for (const answer of [send('image/png', 'no picture'), send('image/png', large)])
      expect((await fetched(answer)).result).toMatchObject({
        ok: true,
        value: expect.not.objectContaining({ content: expect.anything() }) as object,
      })
  })

  it('cuts at maxChars, not inside a character, and says how long the whole was', async () => {
    const { result } = await fetched(send('text/plain', `${'x'.repeat(99)}😀${'y'.repeat(99)}`), {
      maxChars: 100,
    })
    expect(result).toMatchObject({
      ok: true,
      value: { data: { truncated: true, length: 200, text: 'x'.repeat(99) } },
    })
  })

  it('reads a packed page and follows a redirect on the same host', async () => {
    const { hosts, url } = await site((request, response) => {
      if (request.url === '/old') response.writeHead(301, { location: '/new' }).end()
      else
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
          .end(gzipSync('<p>packed'))
    })
    expect(await run({ url: url('/old') }, hosts)).toMatchObject({
      ok: true,
      value: { data: { url: url('/old'), finalUrl: url('/new'), text: 'packed' } },
    })
  })

  it('names the new address when a page has moved to another host', async () => {
    const { result } = await fetched(
      (_, response) => void response.writeHead(302, { location: 'https://other.test/x' }).end(),
    )
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'net.redirect-elsewhere',
        text: expect.stringContaining('https://other.test/x'),
      },
    })
  })

  it('cuts an endless page', async () => {
    const { result } = await fetched((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const more = (): void => {
        while (!response.destroyed && response.write('<p>again '.repeat(8_000)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    expect(result).toMatchObject({ ok: true, value: { data: { truncated: true } } })
  })
})

describe('the parts of a page', () => {
  const long = `<h1>Long</h1>${'<p>Some words of a page that goes on.</p>'.repeat(40)}<nav>x</nav>`
  const article = { title: 'Found', html: '<p>The article</p>', chars: 900 }
  const read = async (given: typeof article | null, args: Record<string, unknown> = {}) => {
    const { hosts, url } = await site(send('text/html', long))
    const result = await run({ url: url('/'), ...args }, hosts, {
      readPage: async (reading) => ok(await readAnswer(reading, { article: () => given })),
    })
    return result.ok ? (result.value.data as Record<string, unknown>) : {}
  }

  it('is the article where one was found that is most of the page', async () => {
    const html = `<h1>T</h1>${'<p>Some words of a page that goes on.</p>'.repeat(30)}`
    expect(await read({ ...article, html })).toMatchObject({
      extractor: 'readability',
      title: 'Found',
      text: expect.stringMatching(/^# T\n\nSome words/) as string,
    })
  })

  it.each([
    ['there is none', null],
    ['it is a small part of the page', article],
    ['it is too short', { ...article, chars: 100, html: long }],
  ])('is the page as it is where %s', async (_why, given) => {
    expect(await read(given)).toMatchObject({ extractor: 'body' })
  })

  it('come one after the other, by the offset that the answer names', async () => {
    const whole = String((await read(null))['text'])
    let text = ''
    let offset: unknown = 0
    while (typeof offset === 'number') {
      const part = await read(null, { offset, maxChars: 300 })
      text += String(part['text'])
      offset = part['nextOffset']
    }
    expect(text).toBe(whole)
    expect(await read(null, { offset: 1_000_000 })).toMatchObject({ text: '' })
  })

  it('names the file that something else than text is kept in', async () => {
    const saved: [number, string][] = []
    const { hosts, url } = await site(send('application/zip', Buffer.alloc(9, 0)))
    const result = await run({ url: url('/a.zip') }, hosts, {
      saveMedia: async (body, type) => {
        saved.push([body.length, type])
        return '/media/a.zip'
      },
    })
    expect(saved).toEqual([[9, 'application/zip']])
    expect(result).toMatchObject({ ok: true, value: { data: { file: '/media/a.zip' } } })
  })
})
