import { describe, expect, it } from 'vitest'
import type { Tier } from '../../contract/tier.ts'
import { higherTier, tierRank } from '../../contract/tier.ts'
import { analyseCommand } from '../../main/command/analyse.ts'
import { commandRisks, onlyReads } from '../../main/gate/command-risk.ts'
import { zoneOf } from './summary.ts'
import { ASKS, EVERYDAY, PROOF } from './tier-lines.ts'

/** Where sandboxed reads are free: what only reads is R2, everything else at least R3. */
async function tierOf(line: string): Promise<Tier> {
  const parts = await analyseCommand(line, { cwd: '/w', zoneOf })
  return onlyReads(parts) ? 'R2' : commandRisks(parts).reduce<Tier>((tier, { to }) => higherTier(tier, to), 'R3')
}

describe('the tier of a line', () => {
  it.each(EVERYDAY)('is that of looking: %s', async (line) => {
    expect(await tierOf(line)).toBe('R2')
  })

  it.each(ASKS)('asks: %s', async (line) => {
    expect(tierRank(await tierOf(line))).toBeGreaterThanOrEqual(tierRank('R3'))
  })

  it.each(PROOF)('needs proof of presence: %s', async (line) => {
    expect(await tierOf(line)).toBe('R4')
  })

  it('is held against a corpus of the size that it is said to have', () => {
    expect(EVERYDAY.length).toBeGreaterThanOrEqual(150)
    expect(ASKS.length + PROOF.length).toBeGreaterThanOrEqual(500)
  })
})
