// Every command there is, by hand, in the order of the help.
import { agentsAudit } from './agents-audit.ts'
import { approvalsApprove, approvalsDeny } from './approvals-answer.ts'
import { approvalsRehearse } from './approvals-rehearse.ts'
import { approvalsList, approvalsShow } from './approvals-show.ts'
import { auditExport } from './audit-export.ts'
import { auditReceipt } from './audit-receipt.ts'
import { auditSearch } from './audit-search.ts'
import { auditTail, auditVerify } from './audit.ts'
import { backup, restore } from './backup.ts'
import { clientsAdd, clientsList, clientsRemove } from './clients.ts'
import type { Command } from './command.ts'
import { configCheck, configPath, configSchema } from './config.ts'
import { connectClient } from './connect.ts'
import { disconnectClient } from './disconnect.ts'
import { doctor } from './doctor.ts'
import { hook } from './hook.ts'
import { leasesGrant } from './leases-grant.ts'
import { leasesList, leasesRevoke } from './leases.ts'
import { mcp } from './mcp.ts'
import { presence } from './presence.ts'
import { presencePassphrase } from './presence-passphrase.ts'
import { presenceTotp } from './presence-totp.ts'
import { policyExplain } from './policy-explain.ts'
import { policySimulate } from './policy-simulate.ts'
import { policyTest } from './policy-test.ts'
import { policyCheck, policyHash, policyPreset } from './policy.ts'
import { secretsList, secretsLock, secretsRemove, secretsUnlock } from './secrets.ts'
import { secretsSet } from './secrets-set.ts'
import { serve } from './serve.ts'
import { serversAdd } from './servers-add.ts'
import { serversExport, serversImport } from './servers-exchange.ts'
import { serversReview } from './servers-review.ts'
import { serversClose, serversList, serversRemove, serversShow, serversStart } from './servers.ts'
import { redact } from './redact.ts'
import { resume, stopEverything } from './stop-everything.ts'
import { toolsDescribe, toolsList } from './tools-list.ts'
import { toolsRun } from './tools-run.ts'
import { undo } from './undo.ts'

export const commands: readonly Command[] = [
  serve,
  mcp,
  clientsList,
  clientsAdd,
  clientsRemove,
  toolsList,
  toolsDescribe,
  toolsRun,
  approvalsList,
  approvalsShow,
  approvalsApprove,
  approvalsDeny,
  approvalsRehearse,
  leasesList,
  leasesRevoke,
  leasesGrant,
  stopEverything,
  resume,
  presence,
  presencePassphrase,
  presenceTotp,
  secretsList,
  secretsSet,
  secretsRemove,
  secretsUnlock,
  secretsLock,
  serversList,
  serversShow,
  serversAdd,
  serversReview,
  serversClose,
  serversStart,
  serversRemove,
  serversImport,
  serversExport,
  policyExplain,
  policyCheck,
  policyHash,
  policySimulate,
  policyTest,
  policyPreset,
  auditTail,
  auditSearch,
  auditExport,
  auditReceipt,
  auditVerify,
  backup,
  restore,
  undo,
  redact,
  connectClient,
  disconnectClient,
  hook,
  agentsAudit,
  configCheck,
  configPath,
  configSchema,
  doctor,
]
