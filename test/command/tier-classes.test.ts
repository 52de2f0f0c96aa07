import { describe, expect, it } from 'vitest'
import { tierRank } from '../../contract/call/tier.ts'
import { CLASSES } from './tier-classes.ts'
import { tierOf } from './tier-of.ts'

describe.each(CLASSES)('the tier of a line, $name, $tier: $why', ({ name, tier, lines }) => {
  it.each(lines)('%s', async (line) => {
    const found = await tierOf(line)
    // Only what is done every day must not be higher either.
    expect(name === 'everyday' ? found : tierRank(found) >= tierRank(tier)).toBe(
      name === 'everyday' ? tier : true,
    )
  })
})

describe('the corpus of classes', () => {
  it('is as large as it is said to be, with most of it above R3', () => {
    const count = (wanted: string): number =>
      CLASSES.filter(({ tier }) => tier === wanted).flatMap(({ lines }) => lines).length
    expect(count('R4')).toBeGreaterThanOrEqual(700)
    expect(count('R3')).toBeGreaterThanOrEqual(130)
  })
})
