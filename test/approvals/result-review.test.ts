import { describe, expect, it } from 'vitest'
import { readCut, withoutLines } from '../../contract/approval/result-review.ts'
import { toggled } from '../../renderer/features/approvals/review/cut-draft.ts'

describe('lines that are left out', () => {
  it.each([
    [
      '3-10,15',
      [
        { from: 3, to: 10 },
        { from: 15, to: 15 },
      ],
    ],
    [' 1 - 2 ', [{ from: 1, to: 2 }]],
    ['2-1', null],
    ['0', null],
    ['', null],
    ['1,,2', null],
    ['a', null],
    ['1-2-3', null],
  ])('are read from %j', (text, cut) => {
    expect(readCut(text)).toEqual(cut)
  })

  it.each([
    [[{ from: 2, to: 2 }], 'a\n[Gatehouse: a person left out 1 line here]\nc\nd'],
    [
      [
        { from: 3, to: 4 },
        { from: 1, to: 2 },
      ],
      '[Gatehouse: a person left out 4 lines here]',
    ],
    [[{ from: 4, to: 900 }], 'a\nb\nc\n[Gatehouse: a person left out 1 line here]'],
    [[{ from: 9, to: 9 }], 'a\nb\nc\nd'],
  ])('%j are gone, and the gap says how many', (cut, text) => {
    expect(withoutLines('a\nb\nc\nd', cut)).toBe(text)
  })

  it('are chosen one by one', () => {
    let cut = toggled([], 2, 9)
    for (const line of [3, 4, 3]) cut = toggled(cut, line, 9)
    expect(cut).toEqual([
      { from: 2, to: 2 },
      { from: 4, to: 4 },
    ])
  })
})
