// Text that comes in pieces, and text that is looked at in slices: the cuts must not show.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'
import { openSlicer } from '../../main/secrets/redact/chunker.ts'
import { devAlike, devHard, devSpans } from './fixtures/context-dev.ts'
import { harmless, secrets } from './fixtures/corpus.ts'
import { marked } from './fixtures/marked.ts'
import { codePoint } from '../code-point.ts'
import { tries } from '../soak.ts'

const stored = 'Kn0wn/S3cret+väl!e'
const redactor = openRedactor({ known: () => [stored] })

const streamed = async (pieces: readonly string[]): Promise<string> => {
  const stream = redactor.stream()
  const shown: string[] = []
  for (const piece of pieces) shown.push(await stream.push(piece))
  return shown.join('') + (await stream.end())
}

/** `text` cut at these places, in whatever order they come. */
const cutAt = (text: string, positions: readonly number[]): string[] => {
  const sorted = [
    0,
    ...positions.map((position) => position % (text.length + 1)).toSorted((a, b) => a - b),
    text.length,
  ]
  return sorted.slice(1).map((end, i) => text.slice(sorted[i], end))
}

const planted = secrets.map(([, secret, text]) => text.replace('§', secret))
const inContext = [...devSpans, ...devHard, ...devAlike].map((line) => marked(4_711)(line).text)
const wrapped = Buffer.from(`before ${stored} after`).toString('base64').replace(/.{18}/g, '$&\n')
const beginnings = [
  'pass ',
  'mysql -p',
  ' -u ada:',
  'login -p ',
  'PIN: ',
  'Cookie: a=',
  'abandon ',
  '4111 1111 1111 1111',
]
const piece = fc.oneof(
  fc.constantFrom(...inContext, wrapped, ...beginnings),
  fc.constantFrom(...planted, ...harmless, stored, Buffer.from(`ab${stored}`).toString('base64')),
  fc.constantFrom('\n', '\r\n', '\r', ' ', '\t', '\u200b', '😀', '='),
  fc.string({ unit: codePoint, maxLength: 20 }),
)
const whole = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

describe('a stream', () => {
  it('gives the same text as the whole, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(whole, fc.array(fc.nat(), { maxLength: 20 }), async (text, positions) => {
        expect(await streamed(cutAt(text, positions))).toBe((await redactor.text(text)).text)
      }),
      { numRuns: tries(400) },
    )
  }, 600_000)

  it('gives the same text as the whole when every character comes alone @whole', async () => {
    for (const text of [...planted, ...inContext, wrapped])
      expect(await streamed(Array.from(text))).toBe((await redactor.text(text)).text)
  }, 600_000)

  it('hides every secret of the corpus in a line that is cut because it is too long, wherever it is @whole', async () => {
    const filler = 'lorem ipsum dolor sit amet, '
    for (const [name, secret, text] of secrets) {
      if (secret.includes('\n') || text.includes('\n')) continue
      for (const border of [24_576, 49_152]) {
        const before = border - text.indexOf('§') - Math.floor(secret.length / 2)
        const line = `${filler.repeat(3_000).slice(0, before - 1)} ${text.replace('§', secret)} ${filler.repeat(800)}`
        const { text: shown } = await redactor.text(line)
        expect([name, shown.includes(secret), shown.length > 40_000]).toEqual([name, false, true])
        expect(await streamed(cutAt(line, [before + 3, before + 9]))).toBe(shown)
      }
    }
  }, 600_000)

  it('hides a key over many pieces, and goes on after it @whole', async () => {
    const key = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ')
    const lines = Array.from({ length: 2_000 }, (_, i) =>
      Buffer.from(`line ${i} of a key that is no key`).toString('base64'),
    )
    const text = ['before', key, ...lines, key.replace('BEGIN', 'END'), 'after', ''].join('\n')
    const shown = await streamed(text.match(/[\s\S]{1,7}/g) ?? [])
    expect(shown).toBe('before\n[secret: private-key]\nafter\n')
  }, 600_000)

  it('hides the rest when a key has no end', async () => {
    const key = ['-----BEGIN', 'RSA PRIVATE KEY-----'].join(' ')
    expect(await streamed(['a\n', key.slice(0, 12), key.slice(12), '\nMIIE\n', 'MORE\n'])).toBe(
      'a\n[secret: private-key]',
    )
  })

  it('shows whole lines at once and holds back no more than one', async () => {
    const stream = redactor.stream()
    expect(await stream.push('one\ntw')).toBe('one\n')
    expect(await stream.push('o\nthree')).toBe('two\n')
    expect(await stream.end()).toBe('three')
    const long = redactor.stream()
    let shown = 0
    for (let given = 0; given < 500_000; given += 1_000) {
      shown += (await long.push('no line end here, '.repeat(56).slice(0, 1_000))).length
      expect(given + 1_000 - shown).toBeLessThanOrEqual(40_960)
    }
  }, 600_000)

  it('answers in order though nobody waits for the answer before', async () => {
    const stream = redactor.stream()
    const all = Array.from({ length: 200 }, (_, i) => stream.push(`line ${i}\n`))
    expect((await Promise.all(all)).join('')).toBe(
      Array.from({ length: 200 }, (_, i) => `line ${i}\n`).join(''),
    )
  })

  it('hides what could not be checked, and never rejects', async () => {
    const broken = openRedactor({
      known: () => {
        throw new Error('the store is gone')
      },
    }).stream()
    expect(await broken.push('anything\n')).toBe('[hidden: the check for secrets failed]')
    expect(await broken.end()).toBe('')
  })
})

describe('the slicer', () => {
  it('loses nothing, doubles nothing, and cuts at the same places whatever the pieces are', () => {
    const text = fc
      .array(
        fc.tuple(
          fc.constantFrom('a', 'b ', '\n', '\r', 'x\n'),
          fc.constantFrom(1, 50, 20_000, 45_000),
        ),
        { maxLength: 8 },
      )
      .map((runs) => runs.map(([unit, times]) => unit.repeat(times)).join(''))
    const windowsOf = (pieces: readonly string[]) => {
      const slicer = openSlicer()
      return [...pieces.flatMap((each) => slicer.push(each)), ...slicer.end()]
    }
    const longCuts = (pieces: readonly string[]) =>
      windowsOf(pieces).filter(({ text: seen, from, to }) => from > 0 || to < seen.length)
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 6 }), (given, positions) => {
        const windows = windowsOf(cutAt(given, positions))
        expect(windows.map(({ text: seen, from, to }) => seen.slice(from, to)).join('')).toBe(given)
        expect(longCuts(cutAt(given, positions))).toEqual(longCuts([given]))
      }),
      { numRuns: tries(200) },
    )
  }, 600_000)
})

describe('a megabyte', () => {
  it.each<[string, string]>([
    [
      'log lines',
      Array.from(
        { length: 14_000 },
        (_, i) =>
          `2026-11-21T10:00:${i % 60} INFO service${i} request ${(i * 7919).toString(16)} in ${i} ms`,
      ).join('\n'),
    ],
    [
      'JSON in one line',
      JSON.stringify(
        Array.from({ length: 9_000 }, (_, i) => ({
          id: i,
          name: `user${i}`,
          hash: (i * 123_456_789).toString(16).padStart(40, 'a'),
          path: `/a/b/c${i}`,
        })),
      ),
    ],
    ['base64', Buffer.alloc(750_000, 'x9f').toString('base64')],
  ])('of %s lets others have their turn', async (name, text) => {
    await redactor.text(`warm ${text.slice(0, 50_000)}`)
    let longest = 0
    let turns = 0
    let last = performance.now()
    let running = true
    const tick = (): void => {
      const at = performance.now()
      longest = Math.max(longest, at - last)
      last = at
      turns += 1
      if (running) setImmediate(tick)
    }
    setImmediate(tick)
    const startedAt = performance.now()
    await redactor.text(text)
    const took = performance.now() - startedAt
    running = false
    process.stdout.write(
      `redactor: 1 MB of ${name} in ${took.toFixed(0)} ms, longest block ${longest.toFixed(0)} ms\n`,
    )
    // A busy machine stretches every number, so the test counts turns and leaves milliseconds to be
    // read.
    expect(turns).toBeGreaterThan(3)
  })
})
