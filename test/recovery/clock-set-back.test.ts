// What a start takes back where the clock of the machine is before the last row of the journal.
import { expect, it } from 'vitest'
import type { Lease } from '../../contract/approval/lease.ts'
import { SessionId } from '../../contract/ids.ts'
import { heedClockSetBack } from '../../main/recovery/clock-set-back.ts'
import { leasesTable } from '../../main/store/tables/leases-table.ts'
import { memoryStore } from '../store/fixture.ts'
import { lease } from '../store/samples.ts'

const session = SessionId.parse('ses_clockback')

const HOUR = 3_600_000
const NOON = 1_000 * HOUR

async function started(lastAt: number, now = NOON) {
  const leases = leasesTable((await memoryStore()).db)
  const timed: Lease = lease(1, session, { expiresAt: NOON + 1 })
  const lasting: Lease = lease(2, session, { expiresAt: null })
  for (const each of [timed, lasting]) leases.insert(each)
  const [rows, seen]: [unknown[], number[]] = [[], []]
  await heedClockSetBack({
    lastAt,
    now: () => now,
    leases,
    seenAll: (at) => seen.push(at),
    record: async (entry) => rows.push(entry),
  })
  const left = leases.list().flatMap(({ id, revokedAt }) => (revokedAt === null ? [id] : []))
  return { left, rows, seen, timed, lasting }
}

it.each([
  ['there is no row', 0],
  ['the last row is older', NOON - 1],
  ['the last row is of this moment', NOON],
])('nothing, where %s', async (_what, lastAt) => {
  const { left, rows, seen, timed, lasting } = await started(lastAt)
  expect([left.toSorted(), rows, seen]).toEqual([[timed.id, lasting.id].toSorted(), [], []])
})

it('no answer, where the clock was put right by seconds', async () => {
  const { left, rows, seen } = await started(NOON + 60_000)
  expect([left.length, rows, seen]).toEqual([2, [], [NOON + 60_000]])
})

it('answers for a time, with a row each, and no others', async () => {
  const { left, rows, seen, timed, lasting } = await started(NOON + 60_001)
  expect([left, seen]).toEqual([[lasting.id], [NOON + 60_001]])
  expect(rows).toEqual([
    expect.objectContaining({ kind: 'lease', leaseId: timed.id, change: 'revoked' }),
  ])
})
