// Which rules decided lately, and which leases were used.
import { ApprovalId, LeaseId } from '../../../contract/ids.ts'
import type { PolicyUsage } from '../../../contract/policy/policy-file.ts'
import type { Journal } from '../../journal/journal.ts'
import { newest } from '../../policy/decision-history.ts'
import type { ApprovalsTable } from '../../store/tables/approvals-table.ts'
import type { LeasesTable } from '../../store/tables/leases-table.ts'

export type PolicyUsageDeps = {
  readonly journal: Pick<Journal, 'page'>
  readonly leases: Pick<LeasesTable, 'list'>
  readonly approvals: Pick<ApprovalsTable, 'get'>
}

/** Decisions, and uses of leases, that are looked at to say what was of use lately. */
const LATELY = 2_000

export async function policyUsage({
  journal,
  leases,
  approvals,
}: PolicyUsageDeps): Promise<PolicyUsage> {
  const decisions = await newest(journal, 'decision', LATELY, 0)
  const rules: PolicyUsage['rules'] = {}
  for (const { at, entry } of decisions) {
    if (entry.decision.by.kind !== 'rule') continue
    const { id } = entry.decision.by
    const known = rules[id]
    rules[id] = { times: (known?.times ?? 0) + 1, lastAt: known?.lastAt ?? at }
  }
  const used = new Map<LeaseId, number>()
  for (const { at, entry } of await newest(journal, 'lease', LATELY, 0))
    if (entry.change === 'used' && !used.has(entry.leaseId)) used.set(entry.leaseId, at)
  return {
    decisions: decisions.length,
    since: decisions.at(-1)?.at ?? null,
    rules,
    leases: Object.fromEntries(
      leases.list().map(({ id, approvalId }) => {
        const given = approvalId === null ? null : approvals.get(ApprovalId.parse(approvalId))
        return [
          id,
          { lastAt: used.get(LeaseId.parse(id)) ?? null, givenOn: given?.answeredOn ?? null },
        ]
      }),
    ),
  }
}
