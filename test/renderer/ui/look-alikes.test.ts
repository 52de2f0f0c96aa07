// Characters that pass for others, in what runs and in what is read.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lookAlikes } from '../../../contract/look-alikes.ts'
import { reveal } from '../../../renderer/ui/text/reveal.ts'
import { codePoint } from '../../code-point.ts'

const marked = (text: string, prose = false): string =>
  reveal(text, prose)
    .map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.code}]`))
    .join('')

describe('in a command, a host or a path', () => {
  it.each([
    ['a Cyrillic letter in a Latin word', 'tee \u0441opy.txt', 'tee [0441]opy.txt'],
    ['a Greek one', 'curl https://g\u03bfogle.com', 'curl https://g[03BF]ogle.com'],
    ['a word that is nothing but look-alikes', '\u0441\u0440 a b', '[0441][0440] a b'],
    ['wide letters', '\uff52\uff4d -rf x', '[FF52][FF4D] -rf x'],
    ['mathematical letters', '\u{1d42b}\u{1d426} x', '[1D42B][1D426] x'],
    ['a letter of phonetics', 'lo\u0261in', 'lo[0261]in'],
    ['a slash that is none', 'rm a\u2215b', 'rm a[2215]b'],
    ['a dot that is none', 'example\u2024org', 'example[2024]org'],
    ['a dash before an option', 'rm \u2013rf x', 'rm [2013]rf x'],
    ['an exclamation mark that is a letter', 'echo \u01c3x', 'echo [01C3]x'],
  ])('marks %s', (_name, text, want) => {
    expect(marked(text)).toBe(want)
  })

  it.each([
    'git commit -m "naïve café"',
    'cat Straße/größe.txt',
    'cat 日本/ファイル.txt',
    'cat письмо.txt',
    'echo “ja – nein”',
  ])('leaves %s as it is', (text) => {
    expect(marked(text)).toBe(text)
  })
})

describe('in text that is read', () => {
  it.each(['Я живу в Москве и с ней', 'α и β', 'an en dash – and a word -x', '12 ≤ ω'])(
    'leaves %s as it is',
    (text) => {
      expect(marked(text, true)).toBe(text)
    },
  )
  it('still marks a letter that hides in a Latin word', () => {
    expect(marked('p\u0430ypal', true)).toBe('p[0430]ypal')
  })
})

it('marks nothing in ASCII, and only places that begin a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', ' ', '/', '.', '-', ':', '\n') }),
      (text) => {
        expect(lookAlikes(text, false).size).toBe(0)
      },
    ),
  )
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), fc.boolean(), (text, prose) => {
      const starts = new Set<number>()
      let at = 0
      for (const character of text) {
        starts.add(at)
        at += character.length
      }
      for (const position of lookAlikes(text, prose)) expect(starts.has(position)).toBe(true)
    }),
  )
})
