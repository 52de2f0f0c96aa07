// What lasts for a time, where the clock was set back while Gatehouse did not run. Nothing can be earlier
// than the last row of the journal, so by such a clock it would last longer than a person allowed.
import { leaseEntry } from '../approvals/lease-entry.ts'
import type { Lease } from '../../contract/approval/lease.ts'
import type { LeaseId } from '../../contract/ids.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'

/** A clock that was a little ahead is put right by so much, and nobody gains more than that. */
const MARGIN_MS = 60_000

export type ClockSetBackDeps = {
  /** When the last row of an earlier process was written, in epoch milliseconds; 0: there is none. */
  readonly lastAt: number
  readonly now: () => number
  readonly leases: { list(): readonly Lease[]; revoke(id: LeaseId, at: number): boolean }
  /** Of every token of a client: it was seen at that time. */
  readonly seenAll: (at: number) => void
  readonly record: (entry: JournalEntry) => Promise<unknown>
}

/** Lasting answers with an end are taken back, and tokens of clients go on from the last row. */
export async function heedClockSetBack(deps: ClockSetBackDeps): Promise<void> {
  const { lastAt, now, leases, seenAll, record } = deps
  const at = now()
  if (lastAt <= at) return
  seenAll(lastAt)
  if (lastAt <= at + MARGIN_MS) return
  for (const lease of leases.list()) {
    if (lease.expiresAt === null || lease.revokedAt !== null) continue
    if (leases.revoke(lease.id, at)) await record(leaseEntry(lease, 'revoked'))
  }
}
