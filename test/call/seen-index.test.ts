import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RECORD_CHARS, openSeenIndex } from '../../main/call/seen-index.ts'

const wide = { chars: Number.MAX_SAFE_INTEGER }

describe('what was seen', () => {
  it('is found at the earliest text that holds it, whatever came twice', () => {
    const text = fc.stringMatching(/^[ab.-]{1,12}$/)
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), fc.stringMatching(/^[ab.-]{4,6}$/), (texts, needle) => {
        const index = openSeenIndex<number>()
        for (const [at, each] of texts.entries()) index.add(each, at)
        const first = texts.findIndex((each) => each.includes(needle))
        expect(index.find(needle, 'none', { ...wide })).toBe(first === -1 ? null : first)
      }),
    )
  })

  it('is not kept again where the newest block has it, and is found again once that block is gone', () => {
    const index = openSeenIndex<string>()
    index.add('the answer', 'first')
    const once = index.chars
    for (let at = 0; at < 20_000; at++) index.add('the answer', 'again')
    expect(index.chars).toBe(once)
    index.add('x'.repeat(200_000), 'long')
    index.add('the answer', 'later')
    expect(index.dropOldest()).toBe(true)
    expect(index.find('the answer', 'none', { ...wide })).toBe('later')
  })

  it('pays for what is kept beside short texts, and gets all of it back', () => {
    const index = openSeenIndex<number>()
    for (let at = 0; at < 50_000; at++) index.add(`${at}`.padStart(6, '0'), at)
    expect(index.chars).toBe(50_000 * (7 + RECORD_CHARS))
    while (index.dropOldest()) continue
    expect(index.chars).toBe(0)
  })

  it('does not take the rest of a text for a text', () => {
    const index = openSeenIndex<string>()
    // Leaves room for a part of the next one only.
    index.add('x'.repeat(131_072 - 2 * 2_048 - 1), 'filler')
    index.add(`${'y'.repeat(900)}tail`, 'cut')
    index.add('tail', 'whole')
    expect(index.find('tail', 'name', { ...wide })).toBe('whole')
  })
})
