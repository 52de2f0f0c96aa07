// The topic of audit: the rows of the journal, their receipts, and which rule would have saved a question.
import { auditService, type AuditServiceDeps } from '../../services/audit/audit-service.ts'
import type { Receipts } from '../../services/audit/receipts.ts'
import type { Tried } from '../../services/policy/tried.ts'
import type { Clock } from '../clock.ts'
import type { Layers } from '../layers.ts'
import { sha256 } from '../sha256.ts'

export function auditTopic(
  { storage, policy, execution, calls }: Layers,
  signed: Receipts,
  tried: Tried,
  { version, report }: Pick<AuditServiceDeps, 'version' | 'report'>,
  { now }: Clock,
) {
  const { journal, index, tables } = storage
  const { registry, runner } = execution
  return auditService({
    journal,
    index,
    views: tables.auditViews,
    version,
    now,
    report,
    signed,
    toolNamed: (name) => registry.get(name)?.tool ?? null,
    saving: {
      approvals: tables.approvals,
      tried,
      config: policy.config,
      runner,
      inForce: calls.inForce,
      sha256,
      isOwnTool: (name) => registry.get(name)?.tool.manifest.builtIn === true,
    },
  })
}
