// Every topic that can be asked for, behind the one door.
import type { Failure } from '../../contract/failure.ts'
import { appHandlers } from '../ipc/handlers/app.ts'
import type { AppOffer } from '../ipc/handlers/app.ts'
import { approvalHandlers } from '../ipc/handlers/approvals.ts'
import type { ApprovalsOffer } from '../ipc/handlers/approvals.ts'
import { auditHandlers } from '../ipc/handlers/audit.ts'
import type { AuditOffer } from '../ipc/handlers/audit.ts'
import { clientHandlers } from '../ipc/handlers/clients.ts'
import type { ClientsOffer } from '../ipc/handlers/clients.ts'
import { firstRunHandlers } from '../ipc/handlers/first-run.ts'
import type { FirstRunOffer } from '../ipc/handlers/first-run.ts'
import { hookHandlers } from '../ipc/handlers/hook.ts'
import type { HooksOffer } from '../ipc/handlers/hook.ts'
import { leaseHandlers } from '../ipc/handlers/leases.ts'
import type { LeasesOffer } from '../ipc/handlers/leases.ts'
import { panicHandlers } from '../ipc/handlers/emergency-stop.ts'
import type { PanicOffer } from '../ipc/handlers/emergency-stop.ts'
import { policyHandlers } from '../ipc/handlers/policy.ts'
import type { PolicyFileOffer, PolicyOffer } from '../ipc/handlers/policy.ts'
import { presenceHandlers } from '../ipc/handlers/step-up.ts'
import type { PresenceOffer } from '../ipc/handlers/step-up.ts'
import { runHandlers } from '../ipc/handlers/runs.ts'
import type { RunsOffer } from '../ipc/handlers/runs.ts'
import { secretHandlers } from '../ipc/handlers/secrets.ts'
import type { SecretsOffer } from '../ipc/handlers/secrets.ts'
import { serverHandlers } from '../ipc/handlers/servers.ts'
import type { ServersOffer } from '../ipc/handlers/servers.ts'
import { toolHandlers } from '../ipc/handlers/tools.ts'
import type { ToolsOffer } from '../ipc/handlers/tools.ts'
import { undoHandlers } from '../ipc/handlers/undo.ts'
import type { UndoOffer } from '../ipc/handlers/undo.ts'
import { workspaceHandlers } from '../ipc/handlers/workspace.ts'
import type { WorkspaceOffer } from '../ipc/handlers/workspace.ts'
import { serve } from '../ipc/serve.ts'
import type { Door } from '../ipc/serve.ts'

export type Offers = {
  readonly app: AppOffer
  readonly runs: RunsOffer
  readonly firstRun: FirstRunOffer
  readonly workspace: WorkspaceOffer
  readonly approvals: ApprovalsOffer
  readonly leases: LeasesOffer
  readonly presence: PresenceOffer
  readonly secrets: SecretsOffer
  readonly panic: PanicOffer
  readonly policy: PolicyOffer & PolicyFileOffer
  readonly tools: ToolsOffer
  readonly servers: ServersOffer
  readonly clients: ClientsOffer
  readonly hooks: HooksOffer
  readonly undo: UndoOffer
  readonly audit: AuditOffer
}

/** `explain`: what a thrown error says of the disk; null for a bug. */
export const joinDoor = (offers: Offers, report: (fault: unknown) => void, explain: (fault: unknown) => Failure | null): Door =>
  serve(
    {
      ...appHandlers(offers.app),
      ...runHandlers(offers.runs),
      ...firstRunHandlers(offers.firstRun),
      ...workspaceHandlers(offers.workspace),
      ...approvalHandlers(offers.approvals),
      ...leaseHandlers(offers.leases),
      ...presenceHandlers(offers.presence),
      ...secretHandlers(offers.secrets),
      ...panicHandlers(offers.panic),
      ...policyHandlers(offers.policy),
      ...toolHandlers(offers.tools),
      ...serverHandlers(offers.servers),
      ...clientHandlers(offers.clients),
      ...hookHandlers(offers.hooks),
      ...undoHandlers(offers.undo),
      ...auditHandlers(offers.audit),
    },
    ({ channel, error }) => report(new Error(`${channel} broke`, { cause: error })),
    explain,
  )
