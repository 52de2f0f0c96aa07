import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clock, columns, paint, visible, visibleLines } from '../../main/host/cli/output/show.ts'
import { codePoint } from '../code-point.ts'

describe('visible', () => {
  it.each([
    ['a\u{202e}b', String.raw`a\u{202e}b`],
    ['a\u{200b}\u{feff}b', String.raw`a\u{200b}\u{feff}b`],
    ['\u{1b}[31mred', String.raw`\u{1b}[31mred`],
    ['one\ntwo\tthree\r', String.raw`one\ntwo\tthree\u{d}`],
    ['tag\u{e0041}', String.raw`tag\u{e0041}`],
    ['half \u{d800}', String.raw`half \u{d800}`],
    ['fill\u{3164}\u{ffa0}', String.raw`fill\u{3164}\u{ffa0}`],
    ['Größe 東京 😀', 'Größe 東京 😀'],
  ])('writes %j out', (text, want) => {
    expect(visible(text)).toBe(want)
  })

  it('lets no control, format or line character through, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 50 }), (text) => {
        expect(visible(text)).not.toMatch(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}/u)
        expect(visibleLines(text)).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}/u)
      }),
    )
  })
})

it('columns line up, and their lines end where their text ends', () => {
  expect(
    columns([
      ['NAME', 'N'],
      ['größer', '1'],
      ['日本', '3'],
      ['x\n', '22'],
    ]),
  ).toBe('NAME    N\ngrößer  1\n日本    3\nx\\n     22\n')
})

it('colours only where colour is wanted', () => {
  expect([paint(true).red('x'), paint(false).red('x')]).toEqual(['\u{1b}[31mx\u{1b}[39m', 'x'])
})

it('times sort as texts', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4e12 }),
      fc.integer({ min: 0, max: 1e9 }),
      (at, later) => {
        // Within one offset from UTC: where clocks are set back, an hour comes twice.
        fc.pre(new Date(at).getTimezoneOffset() === new Date(at + later).getTimezoneOffset())
        expect(clock(at) <= clock(at + later)).toBe(true)
      },
    ),
  )
})
