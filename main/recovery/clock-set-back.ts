// What lasts for a time, where the clock was set back while Gatehouse did not run. Nothing can be earlier
// than the last row of the journal, so by such a clock it would last longer than a person allowed.
import { leaseEntry } from '../approvals/lease-entry.ts'
import type { Lease } from '../../contract/approval/lease.ts'
import { whyEnded } from '../../contract/agent/delegation.ts'
import type { Run } from '../../contract/agent/run.ts'
import { goesByClock, wasSetBack } from '../../contract/approval/set-back.ts'
import type { LeaseId } from '../../contract/ids.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'

export type ClockSetBackDeps = {
  /** When the last row of an earlier process was written, in epoch milliseconds; 0: there is none. */
  readonly lastAt: number
  readonly now: () => number
  readonly leases: { list(): readonly Lease[]; revoke(id: LeaseId, at: number): boolean }
  readonly runs: { subagents(): readonly Run[]; put(run: Run): void }
  /** Of every token of a client: it was seen at that time. */
  readonly seenAll: (at: number) => void
  readonly record: (entry: JournalEntry) => Promise<unknown>
}

/**
 * Lasting answers with an end are taken back, and so is what was handed on to sub-agents; tokens of
 * clients go on from the last row.
 */
export async function heedClockSetBack(deps: ClockSetBackDeps): Promise<void> {
  const { lastAt, now, leases, runs, seenAll, record } = deps
  const at = now()
  if (lastAt <= at) return
  seenAll(lastAt)
  if (!wasSetBack(lastAt, at)) return
  for (const lease of leases.list()) {
    if (goesByClock(lease) && leases.revoke(lease.id, at))
      await record(leaseEntry(lease, 'revoked'))
  }
  for (const run of runs.subagents()) {
    const { parent } = run
    if (parent === undefined || whyEnded(parent.delegation, at) !== null) continue
    runs.put({ ...run, parent: { ...parent, delegation: { ...parent.delegation, revokedAt: at } } })
    await record({
      kind: 'run',
      runId: run.id,
      change: 'expired',
      text: 'What it was allowed to do has an end, and the clock was set back.',
      parent: parent.run,
    })
  }
}
