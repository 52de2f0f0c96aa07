import type { Evidence } from '../../../contract/approval/evidence.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { LeaseId, SessionId } from '../../../contract/ids.ts'
import type { Handlers } from '../../../contract/ipc/ipc.ts'
import type { Lease, LeaseScope } from '../../../contract/approval/lease.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'

export type Which =
  | { readonly id: LeaseId }
  | { readonly session: SessionId }
  | { readonly all: true }

export type LeasesService = {
  list(all: boolean): readonly Lease[]
  revoke(which: Which): Promise<number>
  grant(
    wanted: { readonly tool: string; readonly action: string | null; readonly scope: LeaseScope },
    evidence: Evidence,
  ): Promise<Result<Lease, Failure>>
}

type Topic = 'leases.list' | 'leases.revoke' | 'leases.grant'

export const leaseHandlers = (leases: LeasesService): Pick<Handlers, Topic> => ({
  'leases.list': async ({ all }) => ok([...leases.list(all)]),
  'leases.revoke': async (which) => ok({ revoked: await leases.revoke(which) }),
  'leases.grant': ({ proof, confirmed, ...wanted }) => leases.grant(wanted, { proof, confirmed }),
})
