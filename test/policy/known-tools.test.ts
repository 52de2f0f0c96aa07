// The tools that configurations are checked against, which are written down in a file of their own.
import { expect, it } from 'vitest'
import { catalog } from '../../tools/catalog.ts'
import { knownTools } from '../../tools/known-tools.ts'

it('knows of each tool what its manifest says', () => {
  expect(knownTools).toEqual(
    catalog.map(({ manifest: { name, id, category, riskTier, networkOutbound, actions } }) => ({
      name,
      id,
      category,
      riskTier,
      networkOutbound,
      actions,
    })),
  )
})
