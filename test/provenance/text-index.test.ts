import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RECORD_CHARS, openTextIndex } from '../../main/provenance/text-index.ts'

const wide = { chars: Number.MAX_SAFE_INTEGER }

describe('what was seen', () => {
  it('is found at the earliest text that holds it, whatever came twice', () => {
    const text = fc.stringMatching(/^[ab.-]{1,12}$/)
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 30 }),
        fc.stringMatching(/^[ab.-]{4,6}$/),
        (texts, needle) => {
          const index = openTextIndex<number>()
          for (const [at, each] of texts.entries()) index.add(each, at)
          const first = texts.findIndex((each) => each.includes(needle))
          expect(index.find(needle, 'none', { ...wide })).toBe(first === -1 ? null : first)
        },
      ),
    )
  })

  it('is not kept again where the newest block has it, and is found again once that block is gone', () => {
    const index = openTextIndex<string>()
    index.add('the answer', 'first')
    const once = index.chars
    for (let at = 0; at < 20_000; at++) index.add('the answer', 'again')
    expect(index.chars).toBe(once)
    index.add('x'.repeat(200_000), 'long')
    index.add('the answer', 'later')
    expect(index.dropOldest()).toBe(true)
    expect(index.find('the answer', 'none', { ...wide })).toBe('later')
  })

  const long = (at: number): string => `${at} `.padEnd(40_000, `text ${at} `)

  it('is kept once however often a long text is read, and a hundred files no more than twice', () => {
    const index = openTextIndex<string>()
    for (let time = 0; time < 200; time++) index.add(long(0), `time ${time}`)
    expect(index.chars).toBe(40_000 + 1 + RECORD_CHARS)
    expect(index.find('text 0 text 0', 'none', { ...wide })).toBe('time 0')
    for (let time = 0; time < 20; time++)
      for (let at = 0; at < 100; at++) index.add(long(at), `file ${at}`)
    expect(index.chars).toBeLessThan(2.2 * 100 * (40_000 + 2_048 + 2 * RECORD_CHARS))
  })

  it('is found for as long as it is read again, whatever else is let go', () => {
    const index = openTextIndex<string>()
    const most = 1_000_000
    for (let at = 1; at <= 300; at++) {
      index.add(long(0), 'the one')
      index.add(long(at), 'another')
      while (index.chars > most) index.dropOldest()
      expect(index.find(long(0).slice(0, 60), 'none', { ...wide })).toBe('the one')
    }
  })

  it('is one text however it is cut: every part of it is found, whatever was there before it', () => {
    const size = fc.integer({ min: 1_025, max: 300_000 })
    fc.assert(
      fc.property(
        fc.array(size, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 4 }),
        fc.nat(),
        (sizes, which, where) => {
          const index = openTextIndex<number>()
          const texts = sizes.map((chars, at) =>
            Array.from({ length: Math.ceil(chars / 12) }, (_, part) => `${at}-${part}.`)
              .join('')
              .slice(0, chars),
          )
          for (const time of [0, 1])
            for (const [at, each] of texts.entries()) index.add(each, time * 10 + at)
          const at = which % texts.length
          const text = texts[at] ?? ''
          const from = where % Math.max(1, text.length - 40)
          expect(index.find(text.slice(from, from + 40), 'none', { ...wide })).not.toBeNull()
        },
      ),
      { numRuns: 30 },
    )
  })

  it('pays for what is kept beside short texts, and gets all of it back', () => {
    const index = openTextIndex<number>()
    for (let at = 0; at < 50_000; at++) index.add(`${at}`.padStart(6, '0'), at)
    expect(index.chars).toBe(50_000 * (7 + RECORD_CHARS))
    while (index.dropOldest()) continue
    expect(index.chars).toBe(0)
  })

  it('does not treat the rest of a text as a text of its own', () => {
    const index = openTextIndex<string>()
    // Leaves room for a part of the next one only.
    index.add('x'.repeat(131_072 - 2 * 2_048 - 1), 'filler')
    index.add(`${'y'.repeat(900)}tail`, 'cut')
    index.add('tail', 'whole')
    expect(index.find('tail', 'name', { ...wide })).toBe('whole')
  })
})
