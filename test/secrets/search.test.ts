// The two ways of looking for many words at once find what looking for each by itself finds; and
// base64 that was wrapped.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCues } from '../../main/secrets/redact/cues.ts'
import { openFormIndex } from '../../main/secrets/redact/form-index.ts'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'
import { tries } from '../soak.ts'

const text = fc
  .array(fc.constantFrom('a', 'b', 'A', 'B', 'pw', 'PW', 'cab', ' -', '\u0161', 'K', '\n'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))

describe('cues', () => {
  const words = ['pw', 'ab', 'cab', 'a -', 'abba', 'b\n']
  const cuesOf = openCues(words)

  it('are all found, and none that is not there', () => {
    fc.assert(
      fc.property(text, fc.subarray(words, { minLength: 1 }), (given, some) => {
        const lower = given.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
        const positions = some
          .flatMap((word) =>
            Array.from({ length: lower.length }, (_, at) => at).flatMap((at) =>
              lower.startsWith(word, at) ? [at] : [],
            ),
          )
          .toSorted((a, b) => a - b)
        const cues = cuesOf(given)
        expect({ has: cues.has(some), positions: cues.positions(some) }).toEqual({
          has: positions.length > 0,
          positions,
        })
        expect(cues.any).toBe(words.some((word) => lower.includes(word)))
      }),
      { numRuns: tries(2_000) },
    )
  })
})

describe('the index of spellings', () => {
  const forms = ['abab', 'bab\u0161', 'ababa', 'cabcab', 'aaaa']

  it('finds each spelling where a search for it alone finds it', () => {
    const each = openFormIndex(forms, 4)
    fc.assert(
      fc.property(text, (given) => {
        const found: [number, number][] = []
        each(given, (start, end) => void found.push([start, end]))
        const wanted = forms.flatMap((form) => {
          const positions: [number, number][] = []
          for (let at = given.indexOf(form); at >= 0; at = given.indexOf(form, at + form.length))
            positions.push([at, at + form.length])
          return positions
        })
        const inOrder = (a: readonly [number, number], b: readonly [number, number]) =>
          a[0] - b[0] || a[1] - b[1]
        expect(found.toSorted(inOrder)).toEqual(wanted.toSorted(inOrder))
      }),
      { numRuns: tries(2_000) },
    )
  })
})

describe('base64 of a known secret on several lines', () => {
  const secret =
    'a longer passphrase that is kept, with 2 numb3rs and s!gns in it, and so long that it needs several lines'
  const redactor = openRedactor({ known: () => [secret] })
  const cases = [64, 76].flatMap((width) =>
    ['\n', '\r\n', '\n    ', '\n> ', '\\n', '\\r\\n'].map((gap): [number, string] => [width, gap]),
  )

  it.each(cases)(
    'wrapped at %s with %j is hidden except for pieces too short to recognise',
    async (width, gap) => {
      for (const before of ['', 'x', 'xy', 'user:', 'a name and 40 characters of other things']) {
        const lines = (
          Buffer.from(`${before}${secret}${'.'.repeat(20)}`)
            .toString('base64')
            .match(new RegExp(`.{1,${width}}`, 'g')) ?? []
        ).join(gap)
        const { text: shown, found } = await redactor.text(`begin${gap}${lines}${gap}end`)
        expect(found).toContain('known-secret')
        const left = Buffer.from(
          shown
            .replace(/\[secret: [a-z-]+\]/g, '')
            .replaceAll(gap, '')
            .replace(/^begin|end$/g, ''),
          'base64',
        ).toString('latin1')
        for (let at = 0; at + 12 <= secret.length; at++)
          expect(left).not.toContain(secret.slice(at, at + 12))
      }
    },
  )

  it('other base64 on several lines stays', async () => {
    const other = Buffer.from('nothing of this is kept anywhere, however long it may be and go on')
      .toString('base64')
      .replace(/.{20}/g, '$&\n')
    expect((await redactor.text(other)).text).toBe(other)
  })
})
