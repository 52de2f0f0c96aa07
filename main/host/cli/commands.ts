// Every command there is, by hand, in the order of the help.
import { accountsConnect } from './accounts/connect.ts'
import { accountsDisconnect, accountsList } from './accounts/accounts.ts'
import { agentsAudit } from './agents/audit-settings.ts'
import { agentsCapabilities, agentsCheck, agentsList } from './agents/own-agents.ts'
import { agentsRun } from './agents/run-agent.ts'
import { approvalsApprove } from './approvals/approve.ts'
import { approvalsDeny } from './approvals/deny.ts'
import { approvalsRehearse } from './approvals/rehearse.ts'
import { approvalsRunAgain } from './approvals/run-again.ts'
import { approvalsList, approvalsShow } from './approvals/show.ts'
import { auditAttention } from './audit/attention.ts'
import { auditExport } from './audit/export.ts'
import { auditKey, auditVerifier } from './audit/key.ts'
import { auditReceipt } from './audit/receipt.ts'
import { auditSearch } from './audit/search.ts'
import { auditTail, auditVerify } from './audit/audit.ts'
import { backup, restore } from './audit/backup.ts'
import { clientsAdd, clientsCommands, clientsList, clientsRemove } from './agents/clients.ts'
import type { Command } from './command.ts'
import { completion } from './reference/completion.ts'
import { configCheck, configPath, configSchema } from './policy/config.ts'
import { connectClient } from './agents/connect.ts'
import { disconnectClient } from './agents/disconnect.ts'
import { doctor } from './doctor.ts'
import { exec } from './agents/exec.ts'
import { hook } from './agents/hook.ts'
import { leasesGrant } from './approvals/leases-grant.ts'
import { leasesRevoke } from './approvals/leases-revoke.ts'
import { leasesList } from './approvals/leases.ts'
import { mcp } from './agents/mcp.ts'
import { stepUp } from './secrets/step-up.ts'
import { stepUpPassphrase } from './secrets/passphrase.ts'
import { stepUpTotp } from './secrets/totp.ts'
import { policyExplain } from './policy/explain.ts'
import { policySimulate } from './policy/simulate.ts'
import { policyTest } from './policy/test-cases.ts'
import { policyCheck, policyHash, policyPreset } from './policy/policy.ts'
import { runsCapture } from './runs/capture.ts'
import { runsDiff } from './runs/diff.ts'
import { runsReplay } from './runs/replay.ts'
import { schedulesAdd, schedulesPause, schedulesResume } from './schedules/change.ts'
import { schedulesClear, schedulesDiscard, schedulesFailed } from './schedules/runs.ts'
import { schedulesHistory, schedulesRepeat, schedulesRun } from './schedules/runs.ts'
import { schedulesList, schedulesRemove, schedulesShow } from './schedules/schedules.ts'
import { secretsList, secretsLock, secretsRemove, secretsUnlock } from './secrets/secrets.ts'
import { secretsSet } from './secrets/set.ts'
import { openPageLink } from './session/open.ts'
import { serve } from './session/serve.ts'
import { serversAdd } from './servers/add.ts'
import { serversFetch } from './servers/fetch.ts'
import { serversExport } from './servers/export.ts'
import { serversGrant } from './servers/grant.ts'
import { serversSearch } from './servers/search.ts'
import { serversImport } from './servers/import.ts'
import { serversLabel } from './servers/label.ts'
import { serversAnswer, serversQuestions } from './servers/questions.ts'
import { serversReview } from './servers/review.ts'
import { serversTrust } from './servers/trust.ts'
import { serversClose, serversRemove, serversStart } from './servers/change.ts'
import { serversList, serversShow } from './servers/servers.ts'
import { redact } from './secrets/redact.ts'
import { resume, stopEverything } from './approvals/stop-everything.ts'
import { toolsDescribe, toolsList } from './tools/list.ts'
import { buildRunner } from './tools/build-runner.ts'
import { toolsRun } from './tools/run.ts'
import { undo } from './tools/undo.ts'

export const commands: readonly Command[] = [
  serve,
  openPageLink,
  mcp,
  clientsList,
  clientsAdd,
  clientsRemove,
  clientsCommands,
  toolsList,
  toolsDescribe,
  toolsRun,
  approvalsList,
  approvalsShow,
  approvalsApprove,
  approvalsDeny,
  approvalsRehearse,
  approvalsRunAgain,
  leasesList,
  leasesRevoke,
  leasesGrant,
  stopEverything,
  resume,
  stepUp,
  stepUpPassphrase,
  stepUpTotp,
  secretsList,
  secretsSet,
  secretsRemove,
  secretsUnlock,
  secretsLock,
  accountsList,
  accountsConnect,
  accountsDisconnect,
  schedulesList,
  schedulesShow,
  schedulesAdd,
  schedulesPause,
  schedulesResume,
  schedulesRun,
  schedulesHistory,
  schedulesFailed,
  schedulesRepeat,
  schedulesDiscard,
  schedulesClear,
  schedulesRemove,
  serversList,
  serversShow,
  serversSearch,
  serversAdd,
  serversFetch,
  serversGrant,
  serversReview,
  serversLabel,
  serversTrust,
  serversClose,
  serversStart,
  serversQuestions,
  serversAnswer,
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
  auditAttention,
  auditExport,
  auditReceipt,
  auditKey,
  auditVerifier,
  auditVerify,
  runsCapture,
  runsDiff,
  runsReplay,
  backup,
  restore,
  undo,
  redact,
  connectClient,
  disconnectClient,
  hook,
  exec,
  agentsList,
  agentsCheck,
  agentsCapabilities,
  agentsRun,
  agentsAudit,
  configCheck,
  configPath,
  configSchema,
  buildRunner,
  completion(() => commands),
  doctor,
]
