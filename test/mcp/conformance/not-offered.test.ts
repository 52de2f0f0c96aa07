// What is not offered is written down with its reason, and nothing of it twice.
import { expect, it } from 'vitest'
import { notOfferedAsClient, notOfferedAsServer, warnings } from './not-offered.ts'

it('each scenario that does not pass has one reason', () => {
  const all = [...Object.values(notOfferedAsServer).flat(), ...notOfferedAsClient, ...warnings]
  expect(all.filter(({ why }) => why.length < 20)).toEqual([])
  expect(new Set(all.map(({ scenario }) => scenario)).size).toBe(all.length)
})
