// The topics of policy: what it says, what would be decided by it, what lasts beside it, and the folder
// that it is about.
import type { Tried } from '../../services/policy/tried.ts'
import { leasesService } from '../../services/leases/leases-service.ts'
import { explainCalls } from '../../services/policy/explain.ts'
import { policyService } from '../../services/policy/policy-service.ts'
import { workspaceService } from '../../services/workspace/workspace-service.ts'
import type { AppOptions } from '../app-options.ts'
import type { Clock } from '../clock.ts'
import { scanners } from '../execution/servers/scanners.ts'
import type { Layers } from '../layers.ts'
import { sha256 } from '../sha256.ts'
import type { TopicParts } from './topic-parts.ts'

export function policyTopics(
  {
    paths,
    pickFolder,
  }: Pick<AppOptions, 'paths'> & { readonly pickFolder: AppOptions['pickFolder'] },
  { storage, policy, execution, calls }: Layers,
  { gateway }: Pick<TopicParts, 'gateway'>,
  tried: Tried,
  { now }: Clock,
) {
  const { config, facts, relaxation, workspacePath, resolvedWorkspace, agentFiles } = policy
  const { managed } = policy.bundles
  const { approvals, leases } = storage.tables
  const { journal } = storage
  const { registry, redactor, record, runner } = execution
  const { inForce } = calls
  const explain = explainCalls({
    tried,
    registry,
    runner,
    inForce,
    config,
    sha256,
    unhide: scanners.unhide,
    clients() {
      const { clients, connected } = gateway.clients.state()
      return [...clients, ...connected].map(({ name }) => name)
    },
    agents: () => agentFiles.list().map(({ name }) => name),
  })

  return {
    ...leasesService({ leases, registry, relaxation, record, now, shown: redactor.facts }),
    ...policyService({
      tried,
      explain,
      config,
      paths,
      relaxation,
      managed,
      facts,
      journal,
      leases,
      approvals,
      runner,
      inForce,
      now,
      sha256,
    }),
    ...workspaceService({ explain, resolvedWorkspace, config, workspacePath, paths, pickFolder }),
  }
}
