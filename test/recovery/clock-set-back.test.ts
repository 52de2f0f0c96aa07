// What a start takes back where the clock of the machine is before the last row of the journal.
import { expect, it } from 'vitest'
import { mintDelegation, whyEnded } from '../../contract/agent/delegation.ts'
import type { Run } from '../../contract/agent/run.ts'
import type { Lease } from '../../contract/approval/lease.ts'
import { SessionId } from '../../contract/ids.ts'
import { heedClockSetBack } from '../../main/recovery/clock-set-back.ts'
import { leasesTable } from '../../main/store/tables/leases-table.ts'
import { runsTable } from '../../main/store/tables/runs-table.ts'
import { memoryStore } from '../store/fixture.ts'
import { callId, lease, run, runId } from '../store/samples.ts'

const session = SessionId.parse('ses_clockback')

const HOUR = 3_600_000
const NOON = 1_000 * HOUR

/** A sub-agent that may do something until then. */
const child = (n: number, expiresAt: number): Run => ({
  ...run(n),
  parent: {
    run: runId(1),
    names: ['main'],
    root: runId(1),
    rootSession: session,
    call: callId(n),
    delegation: mintDelegation(
      { depth: 1, mostDepth: 1, grant: [], delegates: false, turns: 1, seconds: 1, expiresAt },
      null,
      () => 'a'.repeat(64),
    ),
    reported: false,
  },
})

async function started(lastAt: number, now = NOON) {
  const leases = leasesTable((await memoryStore()).db)
  const timed: Lease = lease(1, session, { expiresAt: NOON + 1 })
  const lasting: Lease = lease(2, session, { expiresAt: null })
  for (const each of [timed, lasting]) leases.insert(each)
  const runs = runsTable((await memoryStore()).db)
  for (const each of [run(1), child(2, NOON + 1), child(3, NOON)]) runs.put(each)
  const [rows, seen]: [unknown[], number[]] = [[], []]
  await heedClockSetBack({
    lastAt,
    now: () => now,
    leases,
    runs,
    seenAll: (at) => seen.push(at),
    record: async (entry) => rows.push(entry),
  })
  const left = leases.list().flatMap(({ id, revokedAt }) => (revokedAt === null ? [id] : []))
  const handedOn = runs
    .subagents()
    .flatMap(({ id, parent }) =>
      parent === undefined || whyEnded(parent.delegation, now) !== null ? [] : [id],
    )
  return { left, handedOn, rows, seen, timed, lasting }
}

it.each([
  ['there is no row', 0],
  ['the last row is older', NOON - 1],
  ['the last row is of this moment', NOON],
])('revokes nothing where %s', async (_what, lastAt) => {
  const { left, handedOn, rows, seen, timed, lasting } = await started(lastAt)
  expect([left.toSorted(), handedOn, rows, seen]).toEqual([
    [timed.id, lasting.id].toSorted(),
    [runId(2)],
    [],
    [],
  ])
})

it('revokes no answer where the clock was corrected by seconds', async () => {
  const { left, rows, seen } = await started(NOON + 60_000)
  expect([left.length, rows, seen]).toEqual([2, [], [NOON + 60_000]])
})

it('revokes answers for a time and what sub-agents may do, with a row each, and no others', async () => {
  const { left, handedOn, rows, seen, timed, lasting } = await started(NOON + 60_001)
  expect([left, handedOn, seen]).toEqual([[lasting.id], [], [NOON + 60_001]])
  expect(rows).toEqual([
    expect.objectContaining({ kind: 'lease', leaseId: timed.id, change: 'revoked' }),
    expect.objectContaining({ kind: 'run', runId: runId(2), change: 'expired', parent: runId(1) }),
  ])
})
