// What our own agent takes from the layers before it, and from what its calls go through.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { PanelEvent } from '../../../../contract/ipc/event.ts'
import { spawn } from '../../../../tools/agents/spawn.ts'
import { subagentControl } from '../../../../tools/agents/subagent-control.ts'
import { startFault } from '../../../policy/agent-grant.ts'
import { requestedGrant } from '../../../policy/requested-grant.ts'
import { revokeLeases } from '../../../services/leases/revoke-leases.ts'
import type { Entrances } from '../../entrances.ts'
import type { LayersBefore } from '../layers-before.ts'
import type { AgentDeps } from './agent-ports.ts'

export type BesideAgent = Pick<AgentDeps, 'approvalQueue'> & {
  readonly take: Entrances['take']
  /** Also hears what the screens hear. */
  readonly receive: (event: PanelEvent) => void
}

export function agentDeps(
  { storage, policy, execution, clock, events }: Omit<LayersBefore, 'options'>,
  { approvalQueue, take, receive }: BesideAgent,
): AgentDeps {
  const { runs, leases, approvals, spending } = storage.tables
  const { config, agentFiles, agentGranted, grantOf, workspacePath, stop } = policy
  const { registry, redactor, lineage, models, record, terminals, agents } = execution
  const { now } = clock
  const isOpen = ({ state }: Approval): boolean => state === 'pending'
  return {
    runs,
    provenance: agents.provenance,
    registry,
    approvalQueue,
    redactor,
    config,
    workspacePath,
    now,
    lineage,
    grantOf,
    grantAsked: requestedGrant([spawn.manifest.name, subagentControl.manifest.name], (name) => {
      const fault = startFault(agentFiles.get, name)
      return fault === null ? ok(agentGranted(name)) : err(fault)
    }),
    revokeLeases: (session) => revokeLeases({ leases, record, now })({ session }),
    sessionEnded: (session) => terminals.endOf(session).catch(events.report),
    model: models.model,
    modelNamed: models.named,
    agentFiles,
    emit(event) {
      events.screens.send(event)
      receive(event)
    },
    spending,
    journal: record,
    stopped: stop.barred,
    heldCall: (callId) => approvals.ofCall(callId).find(isOpen) ?? null,
    dispatch: (call, signal) => take(call, true, signal),
  }
}
