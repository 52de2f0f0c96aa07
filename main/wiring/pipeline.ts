// Layer 4: the calls. The pipeline and what is held in it, our own agent, and the ways in.
import { join } from 'node:path'
import type { CallState } from '../../contract/call/call.ts'
import type { CallId, RunId } from '../../contract/ids.ts'
import type { Approval } from '../../contract/approval/approval.ts'
import { policyChange } from '../policy/policy-change.ts'
import { openEarlierRuns } from '../recovery/earlier-runs.ts'
import { openEndEverything } from '../services/emergency-stop/end-everything.ts'
import { revokeLeases } from '../services/leases/revoke-leases.ts'
import { realWorkspace } from '../workspace/workspace.ts'
import type { AppOptions } from './app-options.ts'
import { wireLongResults } from './calls/long-results.ts'
import { openSubagentPort } from '../agent/subagents/power.ts'
import { handedDown } from './execution/lineage.ts'
import { spawn } from '../../tools/agents/spawn.ts'
import { subagentControl } from '../../tools/agents/subagent-control.ts'
import { err, ok } from '../../contract/result.ts'
import { startFault } from '../policy/agent-grant.ts'
import { requestedGrant } from '../policy/requested-grant.ts'
import { reviewedBy } from './calls/reviewed.ts'
import { wireAgent } from './calls/agent/agent.ts'
import { agentPorts, type AgentDeps } from './calls/agent/agent-ports.ts'
import { openCalls } from './calls/calls.ts'
import { cpuLimitsOf } from './execution/cpu-limits.ts'
import { endingSessions } from './calls/agent/ending-sessions.ts'
import { wirePastCalls } from './calls/past-calls.ts'
import { openCallListeners } from './clients/call-listeners.ts'
import type { Clock } from './clock.ts'
import { openEntrances } from './entrances.ts'
import type { Events } from './events.ts'
import type { Execution } from './execution.ts'
import { secretTouch } from './execution/secrets.ts'
import { readEarlierCalls } from '../recovery/earlier-calls.ts'
import { openDocuments } from '../documents/document-index.ts'
import { openDueWatch } from '../records/due-watch.ts'
import { openDocumentsTable } from '../store/tables/documents-table.ts'
import { wireAlerts } from './execution/wired-alerts.ts'
import { wireNotifier } from './execution/notifier.ts'
import { wireInbound } from './calls/inbound.ts'
import { wireMailServer } from './calls/mail-server.ts'
import { wireSchedules } from './calls/schedules.ts'
import { openRecords } from '../records/records.ts'
import { wireMadeAgent } from './calls/agent/made-agent.ts'
import { openNotes } from './execution/memory-power.ts'
import { openReferences } from '../secrets/references.ts'
import { callsStaging } from './execution/staging/calls-staging.ts'
import { undoPort } from './execution/staging/undo-port.ts'
import type { PolicyLayer } from './policy.ts'
import { sha256 } from './sha256.ts'
import type { Storage } from './storage.ts'

export type Calls = ReturnType<typeof openPipeline>

export function openPipeline(
  { host, paths, safe, webhookPort }: AppOptions,
  { journal, tables, attempt, broken }: Storage,
  policyLayer: PolicyLayer,
  execution: Execution,
  { now, monotonic }: Clock,
  events: Events,
) {
  const {
    config,
    agentFiles,
    agentGranted,
    own,
    policy,
    resolvedWorkspace,
    workspacePath,
    windDown,
    stop,
    stepUp,
  } = policyLayer
  const { credentials, outbound, models, redactor, runner, registry, servers } = execution
  const { undo, live, shown, record, lineage } = execution
  const { approvals, leases, runs } = tables
  const { provenance } = execution.agents
  const { report, screens } = events
  const changed = (callId: CallId, runId: RunId | null, state: CallState): void =>
    events.emit({ kind: 'call-changed', callId, runId, state })
  const listeners = openCallListeners()
  const knownSecret = secretTouch(credentials)
  const recordsChanged = (): void => screens.send({ kind: 'records-changed' })
  const records = openRecords({ table: tables.records, now, changed: recordsChanged })
  const memory = openNotes(tables.memory, now, recordsChanged)
  const notifier = wireNotifier(screens, redactor, { now, monotonic })
  const madeAgent = wireMadeAgent({ files: agentFiles, now })
  const alerts = wireAlerts({ records, counts: tables.counts, resolvedWorkspace, now })
  const documents = openDocuments({
    open: () => openDocumentsTable(join(paths.dataDir, 'documents.db')),
    report,
  })
  // A command line that comes and goes tells nobody.
  const dueWatch = host === 'cli' ? null : openDueWatch({ records, alerts, notifier, now, report })
  const jobs = wireSchedules({
    tables,
    now,
    record,
    report,
    agent: () => agent,
    agents: { fault: (name) => startFault(agentFiles.get, name), grant: agentGranted },
    send: screens.send,
    notify: notifier.ofJob,
    barred: () => safe?.barred() ?? windDown.refusal() ?? stop.barred(),
    stopped: stop.frozen,
  })
  const inbound = wireInbound({
    tables,
    now,
    monotonic,
    report,
    redactor,
    counted: execution.counted,
    secrets: credentials.webhookSecrets,
    scheduler: jobs.scheduler,
    barred: () => safe?.barred() ?? windDown.refusal() ?? stop.barred(),
    record,
    send: screens.send,
    listens: host !== 'cli',
    port: webhookPort ?? null,
  })
  const prior = wirePastCalls(journal, now)
  const earlier = openEarlierRuns()
  const subagents = openSubagentPort()
  const held = openCalls({
    subagents,
    ...wireLongResults(tables, report),
    changed,
    registry,
    resolvedWorkspace,
    workspace: workspacePath,
    workspaceRealPath: policyLayer.realWorkspace,
    knownSecret,
    known: credentials.known,
    renew: credentials.renew,
    references: openReferences(() => performance.now()),
    memory,
    mailServer: wireMailServer({ config, outbound, credentials, now }),
    schedules: jobs.schedules,
    schedulePower: jobs.power,
    records,
    makeAgent: madeAgent.forCall,
    events: inbound,
    notifier,
    alerts,
    documents,
    servers: servers.touch,
    serverLocations: servers.locations,
    steering: servers.steering,
    serverPower: servers.power,
    ...execution.pluginDeps,
    listenerOf: listeners.of,
    reviewed: reviewedBy(config.current, policyLayer.bundles.tools),
    now,
    frozen: stop.frozen,
    policy,
    leases: { ...leases, active: handedDown(leases.active, lineage) },
    provenance,
    outbound,
    browsers: execution.browsers,
    readPage: execution.readPage,
    media: execution.media,
    runner,
    terminals: execution.terminals,
    searcher: execution.searcher,
    redactor,
    longTexts: execution.longTexts,
    journal: prior.noted(record),
    prior: prior.port,
    broken,
    output: live.output,
    sha256,
    monotonic,
    undo: undoPort(undo, policyLayer.realWorkspace, realWorkspace(paths.dataDir)),
    staging: callsStaging({ host, paths }, policyLayer, execution, { now, monotonic }, events),
    writeNotes: execution.writeNotes,
    earlierCalls: () => readEarlierCalls({ page: journal.page, now }),
    cpuLimits: (tool) => cpuLimitsOf(config.current(), tool),
    socketFolder: paths.runDir,
    approvals,
    attempt,
    config,
    stepUp,
    paths,
    own,
    ownStop: () => policy().everyStop,
    broadcast: screens,
    shown,
    earlier,
    changedApp: events.changed,
    secondRequests: tables.secondRequests,
    signingKeys: execution.signingKeys,
    secondAsked: () => events.emit({ kind: 'second-asked' }),
    ending: stop.cutOff,
    report,
  })
  const { approvalQueue, requestOf } = held
  const { take, answer } = openEntrances({
    windDown,
    safe,
    shown: shown.result,
    approvalQueue,
    dispatch: held.dispatch,
  })
  const isOpen = ({ state }: Approval): boolean => state === 'pending'
  const agentDeps: AgentDeps = {
    runs,
    provenance,
    registry,
    approvalQueue,
    redactor,
    config,
    workspacePath,
    now,
    lineage,
    grantOf: policyLayer.grantOf,
    grantAsked: requestedGrant([spawn.manifest.name, subagentControl.manifest.name], (name) => {
      const fault = startFault(agentFiles.get, name)
      return fault === null ? ok(agentGranted(name)) : err(fault)
    }),
    revokeLeases: (session) => revokeLeases({ leases, record, now })({ session }),
    sessionEnded: (session) => execution.terminals.endOf(session).catch(report),
    model: models.model,
    modelNamed: models.named,
    agentFiles,
    emit(event) {
      screens.send(event)
      jobs.receive(event)
    },
    spending: tables.spending,
    journal: record,
    stopped: stop.barred,
    heldCall: (callId) => approvals.ofCall(callId).find(isOpen) ?? null,
    dispatch: (call, signal) => take(call, true, signal),
  }
  const ports = agentPorts(agentDeps)
  const agent = wireAgent(agentDeps, ports)
  subagents.serve(agent.subagents)
  events.on('call-changed', ({ callId, runId, state }) => {
    if (runId !== null) agent.callChanged(callId, shown.state(state))
  })
  const applyPolicy = policyChange({
    policy,
    config,
    agents: agentFiles.list,
    journal: record,
    reevaluate: held.policyChanged,
  })
  events.on('config-changed', () => void applyPolicy().catch(broken))
  events.on('state-changed', jobs.scheduler.stateChanged)

  return {
    /** What calls are judged by now. */
    inForce: held.inForce,
    lasting: held.lasting,
    knownSecret,
    schedules: jobs.schedules,
    scheduler: jobs.scheduler,
    records,
    memory,
    agentFromSuggestion: madeAgent.forPerson,
    inbound,
    notifier,
    listeners,
    changed,
    earlier,
    approvalQueue,
    approvalMoved: held.approvalMoved,
    heldBy: held.heldBy,
    rehearser: held.rehearser,
    rehearsals: held.rehearsals,
    requestOf,
    /** The way in for every call, and for every answer. */
    take,
    answer,
    agentPorts: ports,
    agent: endingSessions(agent, execution.terminals),
    /** What the emergency stop ends. */
    end: openEndEverything({
      emergencyStop: stop.emergencyStop,
      runs: agent,
      servers: {
        halt: async () => {
          await Promise.all([servers.halt(), execution.terminals.endAll()])
        },
      },
      report,
      decideAll: approvalQueue.decideAll,
      denyAll: approvalQueue.stopAll,
      revokeAll: () => revokeLeases({ leases, record, now })({ all: true }),
    }),
    /** Nothing new is taken; what runs finishes or is cut off, and its end is written. */
    async finish(): Promise<void> {
      jobs.scheduler.close()
      await inbound.webhooks.dispose()
      await windDown.finish()
      approvalQueue.dispose()
      await agent.dispose()
      await jobs.scheduler.idle()
      await windDown.cut()
    },
    async dispose(): Promise<void> {
      await dueWatch?.dispose()
      await documents.dispose()
      await held.rehearsals.dispose()
    },
  }
}
