// What a call goes through takes from the layers before it.
import { openReferences } from '../../secrets/references.ts'
import { readEarlierCalls } from '../../recovery/earlier-calls.ts'
import type { EarlierRuns } from '../../recovery/earlier-runs.ts'
import type { SubagentPort } from '../../agent/subagents/power.ts'
import { openCoverFinder } from '../../sandbox/files/own-stop.ts'
import { realWorkspace } from '../../workspace/workspace.ts'
import type { CallListeners } from '../clients/call-listeners.ts'
import { cpuLimitsOf } from '../execution/cpu-limits.ts'
import { handedDown } from '../execution/lineage.ts'
import type { secretTouch } from '../execution/secret-touch.ts'
import { callsStaging } from '../execution/staging/calls-staging.ts'
import { undoPort } from '../execution/staging/undo-port.ts'
import { sha256 } from '../sha256.ts'
import type { MadeAgent } from './agent/made-agent.ts'
import type { CallsDeps } from './calls.ts'
import type { LayersBefore } from './layers-before.ts'
import { wireLongResults } from './long-results.ts'
import { wireMailServer } from './mail-server.ts'
import { wirePastCalls } from './past-calls.ts'
import type { WiredRecords } from './records.ts'
import { reviewedBy } from './reviewed-by.ts'
import type { WiredTriggers } from './triggers.ts'

/** What is opened in the layer of calls itself, before what they go through. */
export type BesideCalls = Pick<CallsDeps, 'changed'> & {
  readonly stored: WiredRecords
  readonly triggers: WiredTriggers
  readonly madeAgent: MadeAgent
  readonly subagents: SubagentPort
  readonly listeners: CallListeners
  readonly earlier: EarlierRuns
  readonly knownSecret: ReturnType<typeof secretTouch>
}

export function callsDeps(
  { options, storage, policy, execution, clock, events }: LayersBefore,
  { stored, triggers, madeAgent, subagents, listeners, earlier, knownSecret, changed }: BesideCalls,
): CallsDeps {
  const { host, paths } = options
  const { journal, tables, attempt, broken } = storage
  const { config, own, resolvedWorkspace, workspacePath, stop, stepUp } = policy
  const { credentials, outbound, redactor, runner, registry, servers } = execution
  const { undo, live, shown, record, lineage } = execution
  const { now, monotonic } = clock
  const { report, screens } = events
  const { schedules, power } = triggers.jobs
  const prior = wirePastCalls(journal, now)
  const ownStop = () => policy.policy().everyStop
  return {
    subagents,
    ...wireLongResults(tables, report),
    changed,
    registry,
    resolvedWorkspace,
    workspace: workspacePath,
    workspaceRealPath: policy.realWorkspace,
    knownSecret,
    known: credentials.known,
    renew: credentials.renew,
    references: openReferences(() => performance.now()),
    memory: stored.memory,
    mailServer: wireMailServer({ config, outbound, credentials, now }),
    schedules,
    schedulePower: power,
    records: stored.records,
    makeAgent: madeAgent.forCall,
    events: triggers.inbound,
    notifier: stored.notifier,
    alerts: stored.alerts,
    documents: stored.documents,
    servers: servers.touch,
    serverLocations: servers.locations,
    steering: servers.steering,
    serverPower: servers.power,
    ...execution.pluginDeps,
    listenerOf: listeners.of,
    reviewed: reviewedBy(config.current, policy.bundles.tools),
    now,
    frozen: stop.frozen,
    policy: policy.policy,
    leases: { ...tables.leases, active: handedDown(tables.leases.active, lineage) },
    provenance: execution.agents.provenance,
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
    undo: undoPort({
      undo,
      workspace: policy.realWorkspace,
      own: realWorkspace(paths.dataDir),
      findCovers: openCoverFinder(ownStop),
    }),
    staging: callsStaging({ host, paths }, policy, execution, clock, events),
    writeNotes: execution.writeNotes,
    earlierCalls: () => readEarlierCalls({ page: journal.page, now }),
    cpuLimits: (tool) => cpuLimitsOf(config.current(), tool),
    socketFolder: paths.runDir,
    approvals: tables.approvals,
    attempt,
    config,
    stepUp,
    paths,
    own,
    ownStop,
    broadcast: screens,
    shown,
    earlier,
    changedApp: events.changed,
    secondRequests: tables.secondRequests,
    signingKeys: execution.signingKeys,
    secondAsked: () => events.emit({ kind: 'second-asked' }),
    ending: stop.cutOff,
    report,
  }
}
