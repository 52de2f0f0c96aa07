// The topic `leases`: lists, revokes and gives leases. Every change is in the journal.
import { failure, type Failure } from '../../../contract/failure.ts'
import { LeaseId } from '../../../contract/ids.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { Lease, LeaseScope } from '../../../contract/approval/lease.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { leaseEntry } from '../../approvals/lease-entry.ts'
import { raisersByHand } from '../../gate/lease/raiser-cover.ts'
import type { Registry } from '../../registry/registry.ts'
import type { LeasesTable } from '../../store/tables/leases-table.ts'
import type { Relaxation } from '../../policy/relaxation.ts'
import { newId } from '../../pipeline/new-id.ts'
import { isOver } from '../../../contract/approval/is-over.ts'
import { revokeLeases } from './revoke-leases.ts'

export type LeasesServiceDeps = {
  readonly leases: LeasesTable
  readonly registry: Registry
  readonly relaxation: Relaxation
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
  readonly now: () => number
  /** As a screen shows it: every secret replaced. */
  readonly shown: <T>(value: T) => T
}

export function leasesService(deps: LeasesServiceDeps): TopicHandlers<'leases'> {
  const { leases, registry, relaxation, record, now, shown } = deps
  const revoke = revokeLeases(deps)

  return {
    'leases.list': async ({ all }) =>
      ok(shown(leases.list().filter((lease) => all || !isOver(lease, now())))),
    'leases.revoke': async (which) => ok({ revoked: await revoke(which) }),
    async 'leases.grant'({ tool, action, scope, ...evidence }) {
      const found = registry.get(tool)
      if (found === null) return err(failure('lease.tool', `There is no tool named ${tool}.`))
      if (action !== null && !found.tool.manifest.actions.some(({ name }) => name === action))
        return err(failure('lease.action', `${tool} has no action ${action}.`))
      if (isBoundless(scope))
        return err(
          failure(
            'lease.boundless',
            'A lease given by hand needs paths, hosts or commands.',
            'Add its scope.',
          ),
        )
      const allowed = await relaxation.by(evidence)([
        `Calls of ${tool} run without asking, within the limits of a lease given by hand.`,
      ])
      if (!allowed.ok) return allowed
      const lease = byHand(tool, action, scope, now())
      const written = await record(leaseEntry(lease, 'granted'))
      if (!written.ok) return written
      leases.insert(lease)
      return ok(shown(lease))
    },
  }
}

const isBoundless = ({ patterns: { paths, hosts, commands } }: LeaseScope): boolean =>
  paths.length + hosts.length + commands.length === 0

const byHand = (
  tool: string,
  action: string | null,
  { patterns, maxUses, expiresInSeconds }: LeaseScope,
  createdAt: number,
): Lease => ({
  id: LeaseId.parse(newId('lease')),
  createdAt,
  effect: 'allow',
  text: '',
  lasts: null,
  approvalId: null,
  session: null,
  principal: null,
  tool,
  action,
  touches: [],
  patterns,
  raisers: raisersByHand(patterns),
  bounds: [],
  args: {},
  maxUses,
  expiresAt: expiresInSeconds === null ? null : createdAt + expiresInSeconds * 1000,
  uses: 0,
  revokedAt: null,
})
