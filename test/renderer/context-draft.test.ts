import { describe, expect, it } from 'vitest'
import { readContext } from '../../renderer/features/settings/agent/limit-draft.ts'

describe('the tokens that a model is sent at once, as they are typed', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['32000', 32_000],
    ['32,000', 32_000],
    ['1 000 000', 1_000_000],
    ['3999', undefined],
    ['10000001', undefined],
    ['4.5', undefined],
    ['-5000', undefined],
    ['many', undefined],
  ])('read “%s”', (text, wanted) => {
    expect(readContext(text)).toBe(wanted)
  })
})
