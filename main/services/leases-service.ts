// What the topic `leases` can do: list, take back, give by hand. Every change is in the journal.
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { LeaseId } from '../../contract/ids.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { Lease, LeaseScope } from '../../contract/approval/lease.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { raisersByHand } from '../gate/raiser-cover.ts'
import type { LeasesService, Which } from '../ipc/handlers/leases.ts'
import type { Registry } from '../registry/registry.ts'
import type { LeasesTable } from '../store/leases-table.ts'
import type { Relaxation } from '../policy/relaxation.ts'
import { newId } from '../pipeline/new-id.ts'

export type LeasesServiceDeps = {
  readonly leases: LeasesTable
  readonly registry: Registry
  readonly relaxation: Relaxation
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
  readonly now: () => number
}

export function leasesService({
  leases,
  registry,
  relaxation,
  record,
  now,
}: LeasesServiceDeps): LeasesService {
  const isOver = ({ revokedAt, expiresAt, maxUses, uses }: Lease): boolean =>
    revokedAt !== null ||
    (expiresAt !== null && expiresAt <= now()) ||
    (maxUses !== null && uses >= maxUses)
  const meant = (which: Which) => (lease: Lease) =>
    'id' in which
      ? lease.id === which.id
      : 'session' in which
        ? lease.session === which.session
        : true

  return {
    list: (all) => leases.list().filter((lease) => all || !isOver(lease)),
    async revoke(which) {
      let revoked = 0
      for (const { id, tool } of leases.list().filter(meant(which))) {
        // Taken back first: a journal that cannot be written must not keep a yes alive.
        if (!leases.revoke(id, now())) continue
        revoked += 1
        await record({ kind: 'lease', leaseId: id, tool, change: 'revoked' })
      }
      return revoked
    },
    async grant({ tool, action, scope }, evidence) {
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
      const written = await record({ kind: 'lease', leaseId: lease.id, tool, change: 'granted' })
      if (!written.ok) return written
      leases.insert(lease)
      return ok(lease)
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
