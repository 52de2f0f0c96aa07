// Every topic that can be asked for, behind the one entry point.
import type { Failure } from '../../contract/failure.ts'
import { appHandlers } from '../ipc/handlers/app.ts'
import type { AppService } from '../ipc/handlers/app.ts'
import { approvalHandlers } from '../ipc/handlers/approvals.ts'
import type { ApprovalsService } from '../ipc/handlers/approvals.ts'
import { auditHandlers } from '../ipc/handlers/audit.ts'
import type { AuditService } from '../ipc/handlers/audit.ts'
import { clientHandlers } from '../ipc/handlers/clients.ts'
import type { ClientsService } from '../ipc/handlers/clients.ts'
import { firstRunHandlers } from '../ipc/handlers/first-run.ts'
import type { FirstRunService } from '../ipc/handlers/first-run.ts'
import { hookHandlers } from '../ipc/handlers/hook.ts'
import type { HooksService } from '../ipc/handlers/hook.ts'
import { leaseHandlers } from '../ipc/handlers/leases.ts'
import type { LeasesService } from '../ipc/handlers/leases.ts'
import { panicHandlers } from '../ipc/handlers/emergency-stop.ts'
import type { PanicService } from '../ipc/handlers/emergency-stop.ts'
import { policyHandlers } from '../ipc/handlers/policy.ts'
import type { PolicyFileService, PolicyService } from '../ipc/handlers/policy.ts'
import { presenceHandlers } from '../ipc/handlers/step-up.ts'
import type { PresenceService } from '../ipc/handlers/step-up.ts'
import { runHandlers } from '../ipc/handlers/runs.ts'
import type { RunsService } from '../ipc/handlers/runs.ts'
import { secretHandlers } from '../ipc/handlers/secrets.ts'
import type { SecretsService } from '../ipc/handlers/secrets.ts'
import { serverHandlers } from '../ipc/handlers/servers.ts'
import type { ServersService } from '../ipc/handlers/servers.ts'
import { toolHandlers } from '../ipc/handlers/tools.ts'
import type { ToolsService } from '../ipc/handlers/tools.ts'
import { undoHandlers } from '../ipc/handlers/undo.ts'
import type { UndoService } from '../ipc/handlers/undo.ts'
import { workspaceHandlers } from '../ipc/handlers/workspace.ts'
import type { WorkspaceService } from '../ipc/handlers/workspace.ts'
import { serve } from '../ipc/serve.ts'
import type { IpcRouter } from '../ipc/serve.ts'

export type Services = {
  readonly app: AppService
  readonly runs: RunsService
  readonly firstRun: FirstRunService
  readonly workspace: WorkspaceService
  readonly approvals: ApprovalsService
  readonly leases: LeasesService
  readonly presence: PresenceService
  readonly secrets: SecretsService
  readonly panic: PanicService
  readonly policy: PolicyService & PolicyFileService
  readonly tools: ToolsService
  readonly servers: ServersService
  readonly clients: ClientsService
  readonly hooks: HooksService
  readonly undo: UndoService
  readonly audit: AuditService
}

/** `explain`: what a thrown error says of the disk; null for a bug. */
export const routeServices = (
  services: Services,
  report: (fault: unknown) => void,
  explain: (fault: unknown) => Failure | null,
): IpcRouter =>
  serve(
    {
      ...appHandlers(services.app),
      ...runHandlers(services.runs),
      ...firstRunHandlers(services.firstRun),
      ...workspaceHandlers(services.workspace),
      ...approvalHandlers(services.approvals),
      ...leaseHandlers(services.leases),
      ...presenceHandlers(services.presence),
      ...secretHandlers(services.secrets),
      ...panicHandlers(services.panic),
      ...policyHandlers(services.policy),
      ...toolHandlers(services.tools),
      ...serverHandlers(services.servers),
      ...clientHandlers(services.clients),
      ...hookHandlers(services.hooks),
      ...undoHandlers(services.undo),
      ...auditHandlers(services.audit),
    },
    ({ channel, error }) => report(new Error(`${channel} broke`, { cause: error })),
    explain,
  )
