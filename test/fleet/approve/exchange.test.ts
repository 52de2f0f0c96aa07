// When the exchange of second approvals takes a turn, without a database.
import { expect, it, vi } from 'vitest'
import { failure } from '../../../contract/failure.ts'
import { err } from '../../../contract/result.ts'
import type { SharedFleet } from '../../../contract/policy/config/fleet-config.ts'
import { openExchange } from '../../../main/fleet/approve/open-exchange.ts'

const PATIENT = { timeout: 240_000 }
const nowhere = failure('fleet.unreachable', 'Nothing answers.', 'Try later.')
const fleet = { machine: 'ada', person: 'Ada', peers: [{ machine: 'ben' }] } as unknown

it.each<[string, unknown, number, number]>([
  // [what, the fleet, the fewest turns in a moment, the most]
  ['without a fleet only when it is started and when it is woken', null, 2, 2],
  ['with a fleet again and again', fleet, 4, Infinity],
])('looks for mail %s, and not before', async (_what, configured, fewest, most) => {
  const faults: unknown[] = []
  let turns = 0
  const exchange = openExchange({
    config: () => configured as SharedFleet | null,
    connect: async () => err(nowhere),
    failed: () => nowhere,
    signer: () => err(nowhere),
    pace: () => 1,
    turn: async () => {},
    trouble: () => void (turns += 1),
    report: (fault) => void faults.push(fault),
    pauses: { first: 1, most: 5 },
  })
  exchange.wake()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(turns).toBe(0)
  exchange.start()
  await vi.waitFor(() => expect(turns).toBeGreaterThan(0), PATIENT)
  exchange.wake()
  await vi.waitFor(() => expect(turns).toBeGreaterThanOrEqual(fewest), PATIENT)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await exchange.dispose()
  expect([turns <= most, faults]).toEqual([true, []])
})
