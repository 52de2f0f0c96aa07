import { describe, expect, it } from 'vitest'
import { tierRank } from '../../contract/call/tier.ts'
import { ASKS, EVERYDAY, PROOF } from './tier-lines.ts'
import { tierOf } from './tier-of.ts'

describe('the tier of a line', () => {
  it.each(EVERYDAY)('is that of reading: %s', async (line) => {
    expect(await tierOf(line)).toBe('R2')
  })

  it.each(ASKS)('asks: %s', async (line) => {
    expect(tierRank(await tierOf(line))).toBeGreaterThanOrEqual(tierRank('R3'))
  })

  it.each(PROOF)('needs proof of presence: %s', async (line) => {
    expect(await tierOf(line)).toBe('R4')
  })

  it('is checked against a corpus of the stated size', () => {
    expect(EVERYDAY.length).toBeGreaterThanOrEqual(150)
    expect(ASKS.length + PROOF.length).toBeGreaterThanOrEqual(500)
  })
})
