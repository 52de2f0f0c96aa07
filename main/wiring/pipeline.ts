// Layer 4: the calls. The pipeline and what is held in it, our own agent, and the ways in.
import type { CallState } from '../../contract/call/call.ts'
import type { CallId, RunId } from '../../contract/ids.ts'
import { policyChange } from '../policy/policy-change.ts'
import { openEarlierRuns } from '../recovery/earlier-runs.ts'
import { openEndEverything } from '../services/emergency-stop/end-everything.ts'
import { revokeLeases } from '../services/leases/revoke-leases.ts'
import type { AppOptions } from './app-options.ts'
import { openSubagentPort } from '../agent/subagents/power.ts'
import { wireAgent } from './calls/agent/agent.ts'
import { agentDeps } from './calls/agent/agent-deps.ts'
import { agentPorts } from './calls/agent/agent-ports.ts'
import { openCalls } from './calls/calls.ts'
import { callsDeps } from './calls/calls-deps.ts'
import { endingSessions } from './calls/agent/ending-sessions.ts'
import { openCallListeners } from './clients/call-listeners.ts'
import type { Clock } from './clock.ts'
import { openEntrances } from './entrances.ts'
import type { Events } from './events.ts'
import type { Execution } from './execution.ts'
import { secretTouch } from './execution/secret-touch.ts'
import type { LayersBefore } from './calls/layers-before.ts'
import { wireRecords } from './calls/records.ts'
import { wireTriggers } from './calls/triggers.ts'
import { wireMadeAgent } from './calls/agent/made-agent.ts'
import type { PolicyLayer } from './policy.ts'
import type { Storage } from './storage.ts'

export type Calls = ReturnType<typeof openPipeline>

export function openPipeline(
  options: AppOptions,
  storage: Storage,
  policyLayer: PolicyLayer,
  execution: Execution,
  clock: Clock,
  events: Events,
) {
  const layers: LayersBefore = { options, storage, policy: policyLayer, execution, clock, events }
  const { config, agentFiles, policy, windDown, stop } = policyLayer
  const { servers, shown, record } = execution
  const { leases } = storage.tables
  const { now } = clock
  const { report } = events
  const changed = (callId: CallId, runId: RunId | null, state: CallState): void =>
    events.emit({ kind: 'call-changed', callId, runId, state })
  const listeners = openCallListeners()
  const knownSecret = secretTouch(execution.credentials)
  const stored = wireRecords(layers)
  const madeAgent = wireMadeAgent({ files: agentFiles, now })
  const triggers = wireTriggers(layers, () => agent, stored.notifier)
  const { jobs, inbound } = triggers
  const earlier = openEarlierRuns()
  const subagents = openSubagentPort()
  const held = openCalls(
    callsDeps(layers, {
      stored,
      triggers,
      madeAgent,
      subagents,
      listeners,
      earlier,
      knownSecret,
      changed,
    }),
  )
  const { approvalQueue, requestOf } = held
  const { take, answer } = openEntrances({
    windDown,
    safe: options.safe,
    shown: shown.result,
    approvalQueue,
    dispatch: held.dispatch,
  })
  const ofAgent = agentDeps(layers, { approvalQueue, take, receive: jobs.receive })
  const ports = agentPorts(ofAgent)
  const agent = wireAgent(ofAgent, ports)
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
  events.on('config-changed', () => void applyPolicy().catch(storage.broken))
  events.on('state-changed', jobs.scheduler.stateChanged)

  return {
    /** What calls are judged by now. */
    inForce: held.inForce,
    lasting: held.lasting,
    knownSecret,
    schedules: jobs.schedules,
    scheduler: jobs.scheduler,
    records: stored.records,
    memory: stored.memory,
    agentFromSuggestion: madeAgent.forPerson,
    inbound,
    notifier: stored.notifier,
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
      await stored.dispose()
      await held.rehearsals.dispose()
    },
  }
}
