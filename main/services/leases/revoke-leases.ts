// Revokes leases: one, those of a session, or all.
import type { LeaseId, SessionId } from '../../../contract/ids.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import { leaseEntry } from '../../approvals/lease-entry.ts'
import type { LeasesTable } from '../../store/tables/leases-table.ts'

export type RevokeLeasesDeps = {
  readonly leases: Pick<LeasesTable, 'list' | 'revoke'>
  readonly record: (entry: JournalEntry) => Promise<unknown>
  readonly now: () => number
}

type Which = { readonly id: LeaseId } | { readonly session: SessionId } | { readonly all: true }

/** Gives how many ended. Each is in the journal. */
export const revokeLeases =
  ({ leases, record, now }: RevokeLeasesDeps) =>
  async (which: Which): Promise<number> => {
    let revoked = 0
    for (const lease of leases.list().filter(meant(which))) {
      // Taken back first: a journal that cannot be written must not keep an approval alive.
      if (!leases.revoke(lease.id, now())) continue
      revoked += 1
      await record(leaseEntry(lease, 'revoked'))
    }
    return revoked
  }

const meant = (which: Which) => (lease: Lease) =>
  'id' in which
    ? lease.id === which.id
    : 'session' in which
      ? lease.session === which.session
      : true
