// What the loop of our agent works with: the pipeline, the model, the transcript, what is set.
import type { CallResult } from '../../../../contract/call/call.ts'
import { changesThings } from '../../../../contract/call/manifest.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { ApprovalId, CallId } from '../../../../contract/ids.ts'
import { priceOf } from '../../../../contract/policy/config/model-price.ts'
import { TOUR_AGENT } from '../../../../contract/agent/tour-steps.ts'
import type { Model } from '../../../../contract/agent/model.ts'
import { serverModel } from '../../../../contract/policy/config/model-names.ts'
import type { AgentPorts } from '../../../agent/ports.ts'
import type { ToolCall } from '../../../pipeline/tool-call.ts'
import type { Provenance } from '../../../provenance/provenance.ts'
import type { AgentFiles } from '../../../config/agents/agent-files.ts'
import type { ConfigStore } from '../../../config/config.ts'
import { sleep } from '../../../model/sleep.ts'
import { manualModel } from '../../../model/manual-driver.ts'
import type { Registry } from '../../../registry/registry.ts'
import type { Redactor } from '../../../secrets/redact/redactor.ts'
import type { RunsTable } from '../../../store/tables/runs-table.ts'
import { readResult } from '../../../../tools/agents/read-result.ts'
import { subagentControl } from '../../../../tools/agents/subagent-control.ts'
import { workspaceNotes } from '../../../workspace/workspace-notes.ts'
import { readFile } from '../../../../tools/files/read-file.ts'
import { sha256 } from '../../sha256.ts'
import type { Lineage } from '../../execution/lineage.ts'
import { deedsOf } from './deeds-of.ts'
import { agentRuns } from './agent-runs.ts'
import { newId } from '../../../pipeline/new-id.ts'

export type AgentDeps = Pick<AgentPorts, 'model' | 'emit' | 'journal' | 'now' | 'spending'> & {
  readonly runs: RunsTable
  /** Another model of the server that is set. */
  readonly modelNamed: (name: string) => Model
  readonly agentFiles: Pick<AgentFiles, 'get' | 'list' | 'shared'>
  readonly provenance: Provenance
  readonly lineage: Lineage
  readonly grantOf: AgentPorts['grantOf']
  readonly grantAsked: AgentPorts['grantAsked']
  readonly sessionEnded: AgentPorts['sessionEnded']
  readonly revokeLeases: AgentPorts['revokeLeases']
  readonly registry: Pick<Registry, 'modelTools' | 'get'>
  readonly dispatch: (call: ToolCall, signal: AbortSignal) => Promise<CallResult>
  readonly approvalQueue: {
    cancel(id: ApprovalId, why: 'run-ended' | 'emergency-stop'): Promise<unknown>
  }
  /** The open question about a call. */
  readonly heldCall: (callId: CallId) => Approval | null
  readonly redactor: Pick<Redactor, 'json'>
  readonly config: Pick<ConfigStore, 'current'>
  readonly workspacePath: () => string
  /** Why no run may begin or go on now. */
  readonly stopped: () => Failure | null
}

/** What the loop of our agent works with. */
export function agentPorts(deps: AgentDeps): AgentPorts {
  const manual = manualModel()
  const definitionOf = (name: string) => deps.agentFiles.get(name)?.definition ?? null
  const modelOf = (name: string): Model => {
    const definition = definitionOf(name)
    const named =
      definition === null ? null : serverModel(definition.model, deps.config.current().model)
    return named === null ? deps.model(name) : deps.modelNamed(named)
  }
  return {
    runs: agentRuns(deps.runs, deps.provenance, deps.lineage),
    // Nobody has to have a model for the tour, and what is asked in it is known.
    model: (name) => (name === TOUR_AGENT ? manual : modelOf(name)),
    tools: (principal) => deps.registry.modelTools(principal),
    readOnly(name, args) {
      const tool = deps.registry.get(name)?.tool
      const input = tool?.input.safeParse(args)
      return (
        tool !== undefined &&
        input?.success === true &&
        !changesThings(tool.manifest, tool.action(input.data))
      )
    },
    dispatch: (call) => deps.dispatch(call, call.signal),
    cancelHeld: async (callId) => {
      const held = deps.heldCall(callId)
      if (held !== null)
        await deps.approvalQueue.cancel(
          held.id,
          deps.stopped() === null ? 'run-ended' : 'emergency-stop',
        )
    },
    redact: (args) => deps.redactor.json(args as JsonObject, []),
    emit: deps.emit,
    journal: deps.journal,
    newId,
    now: deps.now,
    sha256,
    grantOf: deps.grantOf,
    grantAsked: deps.grantAsked,
    sessionEnded: deps.sessionEnded,
    revokeLeases: deps.revokeLeases,
    resultCall: (agentId) => ({
      name: subagentControl.manifest.name,
      args: { action: 'result', agent_id: agentId },
    }),
    deedsOf: (name, args) => deedsOf(deps.registry.get(name)?.tool, args),
    instructionsFile: () =>
      deps.config.current().agent.workspaceNotes ? workspaceNotes(deps.workspacePath()) : null,
    pageCall: (call, offset) => ({ name: readResult.manifest.name, args: { call, offset } }),
    spending: deps.spending,
    wait: sleep,
    readCall: (path) => ({ name: readFile.manifest.name, args: { path } }),
    subagentLimits: () => deps.config.current().agent.subagents,
    voice(name) {
      const definition = definitionOf(name)
      return definition === null
        ? null
        : { ...definition, shared: deps.agentFiles.shared(definition.namespaces) }
    },
    others: (name) =>
      deps.agentFiles
        .list()
        .flatMap(({ definition, state }) =>
          definition === null || state !== 'ready' || definition.name === name ? [] : [definition],
        ),
    settings: () => {
      const { agent: limits, model } = deps.config.current()
      return {
        ...limits,
        workspace: deps.workspacePath(),
        price: (name) => priceOf(model, name),
      }
    },
  }
}
