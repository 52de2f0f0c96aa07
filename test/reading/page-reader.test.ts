// The thread that reads what was fetched: it gives what the same work gives here, and no page keeps
// it for longer than its time.
import { describe, expect, it } from 'vitest'
import type { PageReading } from '../../contract/call/powers/page-reading.ts'
import { articleOf } from '../../main/reading/article.ts'
import { openPageReader } from '../../main/reading/page-reader.ts'
import { readAnswer } from '../../tools/web/read-answer.ts'

const { signal } = new AbortController()
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))
const reading = (body: Uint8Array, more: Partial<PageReading> = {}): PageReading => ({
  body,
  contentType: 'text/html',
  finalUrl: 'https://example.org/a/',
  mode: 'markdown',
  offset: 0,
  maxChars: 50_000,
  ...more,
})

const patient = { readMs: 60_000, pageMs: 60_000, articleMs: 60_000, wallMs: 300_000 }

const paragraph = `<p>${'One is told at length, as it was. '.repeat(12)}</p>`
const ARTICLE = `<!doctype html><title>The title</title><nav><a href=/a>Menu</a></nav><div id=side>
  <a href=/b>Other pages</a></div><div class=content><h1>The title</h1>${paragraph.repeat(9)}</div>`

describe('the thread that reads an answer', () => {
  it.each<[string, () => PageReading]>([
    ['of a page with an article', () => reading(bytes(ARTICLE))],
    ['of a page without one', () => reading(bytes('<p>hello <b>you</b></p>'))],
    ['as plain text', () => reading(bytes(ARTICLE), { mode: 'text' })],
    ['from a place in it', () => reading(bytes(ARTICLE), { offset: 100, maxChars: 200 })],
    ['of JSON', () => reading(bytes('{"a":[1]}'), { contentType: 'application/json' })],
    ['of text', () => reading(bytes('wörd '.repeat(60_000)), { contentType: 'text/plain' })],
    [
      'in an old encoding',
      () =>
        reading(Uint8Array.of(0x3c, 0x70, 0x3e, 0xe4), { contentType: 'text/html;charset=latin1' }),
    ],
    [
      'that another part of the program still holds more of',
      () => reading(bytes(`${ARTICLE}beyond`).subarray(0, ARTICLE.length)),
    ],
  ])('%s gives what the same work gives here', async (_what, given) => {
    expect(await openPageReader(patient)(given(), signal)).toEqual({
      ok: true,
      value: await readAnswer(given(), { article: articleOf }),
    })
  })

  it.each([
    ['nested beyond any stack', '<div>'.repeat(200_000)],
    ['of more elements than a page has', `${paragraph.repeat(3)}${'<b></b>'.repeat(150_000)}`],
    ['longer than an article is looked for in @whole', `<p>${'x '.repeat(2_000_000)}`],
    ['of one line of 10 MB @whole', 'x'.repeat(10_000_000)],
    ['of entities @whole', '&lt;&amp;&#x41;'.repeat(300_000)],
  ])('gives the page as it is where it is %s', async (_what, html) => {
    expect(await openPageReader(patient)(reading(bytes(html)), signal)).toEqual({
      ok: true,
      value: await readAnswer(reading(bytes(html))),
    })
  })

  it('gives the page as it is when looking for its article takes too long', async () => {
    const page = reading(bytes(ARTICLE))
    expect(await openPageReader({ ...patient, articleMs: 0 })(page, signal)).toMatchObject({
      ok: true,
      value: { extractor: 'body' },
    })
  })

  it('gives what was read of a page when its time for that is up', async () => {
    const page = `<p>${'word '.repeat(100)}</p>`.repeat(10_000)
    let asked = 0
    const read = await readAnswer(reading(bytes(page), { maxChars: 20_000_000 }), {
      over: () => (asked += 1) > 100,
    })
    expect([read.cut, read.length > 300_000, read.length < 500_000, read.text.length]).toEqual([
      true,
      true,
      true,
      read.length,
    ])
    expect(
      await openPageReader({ ...patient, readMs: 0 })(reading(bytes(page)), signal),
    ).toMatchObject({ ok: true, value: { extractor: 'body', cut: true } })
  })

  it('says so when the page itself takes too long, and when the call is stopped', async () => {
    const read = openPageReader({ ...patient, pageMs: 1 })
    expect(await read(reading(bytes(ARTICLE)), signal)).toMatchObject({
      ok: false,
      error: { code: 'web.unread', hint: expect.stringContaining('http') as string },
    })
    const stop = new AbortController()
    const stopped = openPageReader()(reading(bytes(ARTICLE)), stop.signal)
    stop.abort()
    expect(await stopped).toMatchObject({ ok: false, error: { code: 'web.stopped' } })
  })

  it('reads many at once, three at a time, and those that are stopped give their place up', async () => {
    const read = openPageReader()
    const stop = new AbortController()
    const all = Array.from({ length: 9 }, (_, at) =>
      read(reading(bytes(`<p>page ${at}`)), at % 3 === 2 ? stop.signal : signal),
    )
    stop.abort()
    expect((await Promise.all(all)).map((page) => (page.ok ? page.value.text : 'stopped'))).toEqual(
      [
        ...[
          'page 0',
          'page 1',
          'stopped',
          'page 3',
          'page 4',
          'stopped',
          'page 6',
          'page 7',
          'stopped',
        ],
      ],
    )
  })
})
