import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf, matchesIn, partsOf } from '../../renderer/features/results/text-lines.ts'

const joined = (text: string): string =>
  linesOf(text)
    .map(({ number, text: line }, at) => (at > 0 && number !== null ? `\n${line}` : line))
    .join('')

describe('the lines of a long text', () => {
  it('hold all of it, in pieces that can be drawn, and no half characters', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('\n', '\n\n', 'x'.repeat(999), '😀'.repeat(700)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = `${pieces.join('')}.`
        const lines = linesOf(text)
        expect(joined(text)).toBe(text)
        expect(lines.every(({ text: line }) => line.length <= 1_001)).toBe(true)
        // Cut before a second half of a character nowhere.
        expect(
          lines.filter(
            ({ number, text: line }) => number === null && /^[\udc00-\udfff]/.test(line),
          ),
        ).toEqual([])
      }),
    )
  })

  it('count what the person counts', () => {
    expect(linesOf('a\n\nb\n')).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: '' },
      { number: 3, text: 'b' },
    ])
    expect(linesOf(`${'x'.repeat(1_500)}\nb`).map(({ number }) => number)).toEqual([1, null, 2])
  })
})

describe('a search in it', () => {
  const lines = linesOf('One (two) one\nnothing\noNe [a-z]+')
  it.each([
    [
      'one',
      [
        [0, 0],
        [0, 10],
        [2, 0],
      ],
    ],
    ['(two)', [[0, 4]]],
    ['[a-z]+', [[2, 4]]],
    ['.', []],
    ['', []],
  ])('for %j finds words as they are typed, in any case', (typed, places) => {
    expect(matchesIn(lines, typed).map(({ line, from }) => [line, from])).toEqual(places)
  })

  it('stops at a thousand, so that a single letter in a long text stays quick', () => {
    expect(matchesIn(linesOf('a'.repeat(5_000)), 'a')).toHaveLength(1_000)
  })

  it('cuts a line at its matches and says which of them is shown', () => {
    const all = matchesIn(lines, 'one')
    const [first] = all
    expect(
      partsOf(
        'One (two) one',
        all.filter(({ line }) => line === 0),
        first ?? null,
      ),
    ).toEqual([
      { text: 'One', match: 'current' },
      { text: ' (two) ', match: 'no' },
      { text: 'one', match: 'yes' },
    ])
    expect(partsOf('nothing', [], null)).toEqual([{ text: 'nothing', match: 'no' }])
    expect(partsOf('', [], null)).toEqual([])
  })
})
