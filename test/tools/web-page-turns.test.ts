// That long pages are read in turns, and read alike however often others get one.
import { describe, expect, it } from 'vitest'
import { base64InTurns, base64Of } from '../../tools/files/base64.ts'
import { pageText } from '../../tools/web/page-text.ts'
import { openSemaphore } from '../../tools/web/turns.ts'
import { fewRows } from '../whole.ts'

const base = 'https://example.org/docs/'
const many = (piece: string, characters: number, before = '', after = ''): string =>
  before + piece.repeat(Math.ceil(characters / piece.length)) + after

const pages: readonly [string, (characters: number) => string][] = [
  ['paragraphs', (n) => many('<p>Some <b>words</b> &amp; a <a href="/x">link</a>.</p>', n)],
  ['one paragraph', (n) => many('word ', n, '<p>')],
  ['one block of code', (n) => many('line of code\n', n, '<pre>')],
  ['one block of backticks', (n) => many('`', n, '<pre>')],
  ['one row of cells', (n) => many('<td>a</td>', n, '<table><tr>')],
  ['articles', (n) => many('<article>a</article>', n)],
  ['one attribute', (n) => many('x', n, '<p title="', '">a</p>')],
  ['one script', (n) => many('x<y;', n, '<script>', '</script><p>a</p>')],
  ['what begins like tags', (n) => many('<', n, '<p>')],
]

describe('bytes as base64', () => {
  it('are what the system makes of them, of every length', () => {
    for (const length of [...Array(70).keys(), 65_537]) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) ^ (at >> 3))
      expect([length, base64Of(bytes)]).toEqual([length, Buffer.from(bytes).toString('base64')])
    }
  })

  it('of some megabytes are made in pieces, with a place for a turn after each, and alike', async () => {
    const bytes = new Uint8Array(4_000_001).map((_, at) => at * 7)
    let positions = 0
    const text = await base64InTurns(bytes, { next: async () => void (positions += 1) })
    expect([positions, text === Buffer.from(bytes).toString('base64')]).toEqual([326, true])
  })
})

describe('a long page', () => {
  it.each(fewRows(pages, 3))(
    'of %s is read with a place for a turn after every few thousand characters, and alike with and without',
    async (_, page) => {
      const html = page(1_000_000)
      let positions = 0
      const counted = { next: async () => void (positions += 1) }
      const whole = await pageText(html, 'markdown', base, counted)
      let turns = 0
      const interrupted = await pageText(html, 'markdown', base, {
        next: async () => {
          turns += 1
          await new Promise((done) => setImmediate(done))
        },
      })
      expect([positions >= 240, turns === positions, interrupted]).toEqual([true, true, whole])
    },
  )

  it('lets a timer of somebody else fire before it is read', async () => {
    const order: string[] = []
    const timer = new Promise<void>((done) => setTimeout(() => done(void order.push('timer')), 0))
    await Promise.all([
      timer,
      pageText(pages[0]?.[1](10_000_000) ?? '', 'text', base).then(() => order.push('page')),
    ])
    expect(order).toEqual(['timer', 'page'])
  })

  it('gives a turn only when it has worked for a while', async () => {
    let turns = 0
    const quick = openSemaphore(async () => void (turns += 1))
    await quick.next()
    expect(turns).toBe(0)
    const until = performance.now() + 10
    while (performance.now() < until);
    await quick.next()
    expect(turns).toBe(1)
  })

  it('has no block without end and no tag with attributes without end', async () => {
    const long = await pageText(many('word ', 200_000, '<p>'), 'markdown', base)
    expect([
      long.text.split('\n\n').every((block) => block.length < 45_000),
      long.text.replaceAll(/\s+/g, ' ').length,
    ]).toEqual([true, 199_999])
    const ticks = await pageText(`<pre>${'`'.repeat(5)}</pre>`, 'markdown', base)
    expect(ticks.text).toBe('``````\n`````\n``````')
    const wide = await pageText(
      `<p>before</p><p ${Array.from({ length: 5_000 }, (_, at) => `a${at}`).join(' ')}>x</p>`,
      'text',
      base,
    )
    expect([wide.cut, wide.text]).toEqual([true, 'before'])
  })
})
