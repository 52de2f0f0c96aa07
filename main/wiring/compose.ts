// Joins the rooms, by hand, in this one place. Every host composes the same whole; what differs
// between hosts is who may call which channel, and that the door knows.
import { hash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { AppState } from '../../contract/ipc/app-state.ts'
import type { CallState } from '../../contract/call/call.ts'
import type { Failure } from '../../contract/failure.ts'
import type { CallId, RunId } from '../../contract/ids.ts'
import { ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { catalog } from '../../tools/catalog.ts'
import { openStepUp } from '../approvals/step-up.ts'
import type { Waits } from '../pipeline/pipeline.ts'
import { policyFacts } from '../policy/policy-facts.ts'
import { refusedWorkspace, workspaceWorld } from '../workspace/workspace-problem.ts'
import { serve } from '../ipc/serve.ts'
import { appService } from '../services/app-service.ts'
import { appState } from '../services/app/app-state.ts'
import { approvalsService } from '../services/approvals-service.ts'
import { openAuditIndex } from '../services/audit/audit-index.ts'
import { auditService } from '../services/audit-service.ts'
import { clientsService } from '../services/clients-service.ts'
import { configService } from '../services/config-service.ts'
import { updateConfig } from '../services/config/update-config.ts'
import { dataService } from '../services/data-service.ts'
import { doctorService } from '../services/doctor-service.ts'
import { emergencyStopService } from '../services/emergency-stop-service.ts'
import { openEndEverything } from '../services/emergency-stop/end-everything.ts'
import { guardService } from '../services/guard-service.ts'
import { hookService } from '../services/hook-service.ts'
import { leasesService } from '../services/leases-service.ts'
import { revokeLeases } from '../services/leases/revoke-leases.ts'
import { modelService } from '../services/model-service.ts'
import { explainCalls } from '../services/policy/explain.ts'
import { lastingPreview } from '../services/policy/lasting-preview.ts'
import { openTried } from '../services/policy/tried.ts'
import { policyService } from '../services/policy-service.ts'
import { runsService } from '../services/runs-service.ts'
import { secretsService } from '../services/secrets-service.ts'
import { serversService } from '../services/servers-service.ts'
import { stepUpService } from '../services/step-up-service.ts'
import { toolsService } from '../services/tools-service.ts'
import { tourService } from '../services/tour-service.ts'
import { undoPort } from './execution/undo-port.ts'
import { undoService } from '../services/undo-service.ts'
import { workspaceService } from '../services/workspace-service.ts'
import { openStop } from './policy/stop.ts'
import { openBroadcast } from '../ipc/broadcast.ts'
import { openRegistry } from '../registry/registry.ts'
import { openRunner } from '../sandbox/runner.ts'
import { openWriteNotes } from '../sandbox/files/write-notes.ts'
import { openUndo } from '../undo/undo.ts'
import { openEntrances } from './entrances.ts'
import { openEarlierRuns } from '../recovery/earlier-runs.ts'
import { connectable, hostsFor } from './policy/policy.ts'
import { wireGateway } from './clients/gateway.ts'
import type { Composed, ComposeOptions } from './compose-options.ts'
import { wireAgent } from './calls/agent.ts'
import { wireAgents } from './clients/agent-sessions.ts'
import { wireHeld } from './calls/held-calls.ts'
import { wireWorkspaceContext } from './policy/workspace-context.ts'
import { wireNetwork } from './policy/network.ts'
import { wirePipeline } from './calls/pipeline.ts'
import { secretTouch, shownFacts, shownFault } from './policy/secrets.ts'
import { guardHidden } from '../policy/guard-hidden.ts'
import { openRelaxation } from '../policy/relaxation.ts'
import { openLiveOutput } from './execution/live-output.ts'
import { wireServers } from './execution/servers.ts'
import { openRecorder } from './storage/recorder.ts'
import { withClientTools } from './calls/client-tools.ts'
import { openHome } from './storage/open-home.ts'
import type { Storage } from './storage/storage.ts'
import type { Lock } from '../host/lock.ts'
import { policyChange } from '../policy/policy-change.ts'
import { wireFaults } from './faults.ts'
import { shutDown } from './shut-down.ts'
import { startUp } from './start-up.ts'
import { toolAvailability } from '../policy/tool-availability.ts'
import { reportText } from '../host/report-text.ts'
import { FINISH_MS, openWindDown } from '../recovery/wind-down.ts'
import { realWorkspace } from '../workspace/workspace.ts'

export type { Composed, ComposeOptions }

const sha256 = (text: string): string => hash('sha256', text, 'hex')
const now = (): number => Date.now()
const monotonic = (): number => performance.now()

/**
 * The whole of Gatehouse, ready to be called. Failures: `host.already-running`, and what the store
 * says when its file cannot be used. Everything else that is wrong (configuration, workspace,
 * sandbox) shows inside the running app.
 */
export const compose = (options: ComposeOptions): Promise<Result<Composed, Failure>> =>
  openHome(options, now, (lock, parts) => joinRooms(options, lock, parts))

async function joinRooms(
  options: ComposeOptions,
  lock: Lock,
  parts: Storage,
): Promise<Result<Composed, Failure>> {
  const { host, places, version, systemStore = null, questionsOnly = false } = options
  const { store, journal, openFinder, config, tables } = parts
  const { approvals, leases, runs } = tables

  const windDown = openWindDown(journal.open, options.makeRoom === undefined ? 0 : FINISH_MS)
  const { ending } = windDown
  const earlier = openEarlierRuns()
  const stop = openStop(tables.stopped, now, ending)
  const { frozen, barred, cutOff } = { ...stop, ...options.safe }
  const broadcast = openBroadcast({ onFault: (fault) => report(fault) })
  const { changedApp, health, attempt, broken } = wireFaults({
    broadcast,
    state: () => state(),
    report: (fault) => report(fault),
  })
  const changedServers = (): void => {
    gateway.changed()
    changedApp()
    broadcast.send({ kind: 'servers-changed' })
  }
  const audit = openAuditIndex({
    ...{ journal, openFinder, now, changed: changedApp },
    report: (fault) => report(fault),
  })

  const {
    own,
    workspacePath,
    workspace,
    realWorkspace: realFolder,
    place,
    policy,
  } = wireWorkspaceContext(config, places, sha256)

  const runner = openRunner({
    stop: places.stop,
    home: homedir(),
    workspace: workspacePath,
    ownStop: () => policy().ownStop,
    changed: () => changedApp(),
  })
  // What a crash in the middle of a write left is removed before the first write of this start.
  const writeNotes = openWriteNotes(join(places.dataDir, 'writes'))
  await writeNotes.cleanUp()
  const { credentials, outbound, models, redactor } = wireNetwork(config, {
    home: places.home,
    system: systemStore,
    env: process.env,
    presence: () => presence,
    now,
    changed: () => changedApp(),
  })
  const shown = shownFacts(redactor)
  const report = (fault: unknown): void => reportText(shownFault(redactor, fault))

  const registry = openRegistry({
    ...{ tools: catalog, external: () => servers.external(), sha256 },
    standing: toolAvailability({
      policy,
      workspace,
      enforced: runner.enforced,
      isKept: (name) => credentials.known(name).ok,
    }),
  })

  const knownSecret = secretTouch(credentials)

  // The road.
  const record = openRecorder({
    journal,
    shown: shown.entry,
    questionsOnly,
    faultChanged: () => changedApp(),
  })
  const servers = wireServers({
    ...{
      version,
      record,
      runner,
      outbound,
      credentials,
      redactor,
      sha256,
      page: journal.page,
      table: tables.pins,
      browse: options.browse,
    },
    ...{
      now,
      config: () => config.current().servers,
      dataDir: places.dataDir,
      socketFolder: places.runDir,
      eager: host !== 'cli',
      barred,
    },
    changed: () => changedServers(),
  })
  const changed = (callId: CallId, runId: RunId | null, callState: CallState): void => {
    if (callState.kind === 'ended') live.ended(callId)
    if (runId === null) gateway.callChanged(callId, callState)
    if (runId !== null) agent.callChanged(callId, shown.state(callState))
  }
  const live = openLiveOutput(redactor, (callId, runId, stream, text) =>
    broadcast.send({ kind: 'output-added', runId, callId, stream, text }),
  )
  const others = wireAgents({ sha256, now, runs, dataDir: places.dataDir })
  const { memory } = others
  const waits: Waits = new Map()
  const undo = openUndo({
    folder: join(places.dataDir, 'checkpoints'),
    table: tables.checkpoints,
    now,
  })
  const ownPipeline = wirePipeline({
    ...{
      registry,
      place,
      knownSecret,
      broken,
      now,
      policy,
      leases,
      memory,
      outbound,
      runner,
      redactor,
      changed,
      sha256,
      monotonic,
    },
    ...{ writeNotes },
    frozen,
    undo: undoPort(undo, realFolder, realWorkspace(places.dataDir)),
    workspace: workspacePath,
    hosts: (method) => hostsFor(config.current(), method),
    connectHosts: () => connectable(config.current()),
    servers: servers.touch,
    serverPower: servers.power,
    progressOf: (callId) => gateway.progressOf(callId),
    journal: record,
    output: live.output,
    socketFolder: places.runDir,
  })
  const folders = (client: string) => config.current().gateway.clients[client]?.folders ?? []
  const pipeline = withClientTools(ownPipeline, {
    folders,
    own,
    stop: places.stop,
    home: homedir(),
    workspace: realFolder,
    sha256,
  })
  const presence = openStepUp({
    table: tables.presence,
    now,
    noted: async (change) =>
      void (await record({ kind: 'presence', change, surface: host === 'cli' ? 'cli' : 'window' })),
  })
  const relaxation = openRelaxation(presence)
  const { approvalQueue, rehearser, rehearsals, requestOf, pipelineDeps } = wireHeld({
    ...{
      pipeline,
      approvals,
      attempt,
      leases,
      config,
      presence,
      waits,
      changed,
      places,
      runner,
      outbound,
      workspacePath,
    },
    ...{ own, broadcast, shown, changedApp, ending: cutOff, report, earlier, now },
  })

  const { take, answer } = openEntrances({
    windDown,
    safe: options.safe,
    shown: shown.result,
    approvalQueue,
    pipelineDeps,
    waits,
    cutOff,
  })

  const gateway = wireGateway({
    ...{
      version,
      registry,
      servers,
      config: config.current,
      table: tables.clients,
      sha256,
      now,
      page: journal.page,
    },
    ...{ ...others.gateway, journal: record, port: options.gatewayPort ?? null },
    ...{ shown: shown.result, shownText: redactor.facts, head: () => journal.head().seq },
    dispatch: (request, signal) => take(request, true, signal),
    earlier,
    answer: async (id, said) => void (await answer(id, { answer: said }, 'client')),
    clientsChanged: () => broadcast.send({ kind: 'clients-changed' }),
  })

  const agent = wireAgent({
    ...{
      runs,
      memory,
      registry,
      approvalQueue,
      redactor,
      config,
      workspacePath,
      now,
      model: models.model,
      emit: broadcast.send,
    },
    ...{ journal: record },
    stopped: barred,
    heldCall: (callId) =>
      approvals.ofCall(callId).find(({ state: is }) => is === 'pending') ?? null,
    dispatch: (call, signal) => take(call, true, signal),
  })

  function state(): AppState {
    return appState({
      ...{
        version,
        host,
        config: config.current(),
        configFile: places.configFile,
        problem: config.problem(),
      },
      workspace: workspace(),
      modelLabel: models.model().label,
      keySet: models.key() !== null,
      policy: policy(),
      hidden: guardHidden(policy(), servers.external()),
      sandbox: runner.enforced(),
      journal: {
        rows: journal.rows(),
        fault: options.safe?.fault ?? journal.fault() ?? health.fault(),
        verification: audit.verification(),
      },
      held: approvalQueue.held(),
      attention: servers.attention(),
      stopped: stop.emergencyStop.state(),
    })
  }

  const applyPolicy = policyChange({
    pipeline,
    approvalQueue,
    config,
    registry,
    waits,
    requestOf,
    changed,
    now,
  })
  const unwatch = config.onChange(() => {
    servers.follow()
    changedServers()
    applyPolicy().catch(broken)
  })
  journal.onGrow(({ seq, rows }) => broadcast.send({ kind: 'journal-grew', seq, rows }))
  runner.ready.then(changedApp, report)

  const facts = policyFacts(now, refusedWorkspace(workspaceWorld(places)))
  const tried = openTried({
    ...{ registry, places, leases, knownSecret, journal, runner, facts, now, sha256 },
    inForce: pipeline,
    servers: servers.touch,
  })
  const explain = explainCalls({ tried, registry, runner, inForce: pipeline })
  const update = updateConfig({
    ...{ config, relaxation, record, state },
    guardOn: () => policy().guard.on,
  })
  const end = openEndEverything({
    ...{ emergencyStop: stop.emergencyStop, runs: agent, servers, report },
    denyAll: approvalQueue.stopAll,
    revokeAll: () => revokeLeases({ leases, record, now })({ all: true }),
  })
  const router = serve(
    {
      ...appService(state),
      ...approvalsService({
        ...{ table: approvals, answer, rehearse: rehearsals.rehearse, shown: shown.approval },
        preview: lastingPreview({ tried, config, runner, inForce: pipeline, now }),
      }),
      ...auditService({ journal, index: audit, views: tables.auditViews, version, now, report }),
      ...clientsService(gateway.clients),
      ...configService(update),
      ...dataService(places),
      ...doctorService({
        ...{ runner, workspace, config, journal, models, undo, places },
        verify: () => audit.check.whole(),
        stopped: stop.emergencyStop.state,
        connected: () => gateway.clients.state().connected,
      }),
      ...emergencyStopService({
        ...{ emergencyStop: stop.emergencyStop, end, stepUp: presence, record, servers },
        changed: changedApp,
      }),
      ...guardService(update),
      ...hookService({
        ...{ requestOf, sha256, now, client: (name) => config.current().gateway.clients[name] },
        questions: approvals.ofCall,
        ...{ ...others.hooks, frozen, reaches: gateway.reaches, watch: gateway.watch },
        dispatch: take,
      }),
      ...leasesService({ leases, registry, relaxation, record, now, shown: redactor.facts }),
      ...modelService({
        ...{ config, models, credentials, state, outbound, places, now, ending, monotonic },
        ...{ changed: changedApp, env: process.env, modelWaitMs: options.modelWaitMs },
      }),
      ...policyService({
        ...{ tried, explain, config, places, relaxation, facts, journal, leases, approvals },
        ...{ runner, inForce: pipeline, now, sha256 },
      }),
      ...runsService({ agent, find: tables.findRuns, totals: tables.runTotals }),
      ...secretsService(credentials, record),
      ...serversService({
        ...{ servers, config, stepUp: presence, relaxation, credentials, ending },
        ...{ workspace: workspacePath, shown: redactor.facts },
      }),
      ...stepUpService(presence, credentials),
      // A command line that goes away leaves its question standing; the answer is in the journal.
      ...toolsService({ registry, counts: tables.counts, dispatch: take }),
      ...tourService({ agent, workspacePath }),
      ...undoService({
        ...{ undo, stepUp: presence, record },
        redact: async (text) => (await redactor.text(text)).text,
      }),
      ...workspaceService({
        ...{ explain, place, config, workspacePath, places, pickFolder: options.pickFolder },
      }),
    },
    ({ channel, error }) => report(new Error(`${channel} broke`, { cause: error })),
    health.note,
  )
  const call = shown.router(options.safe?.router(router) ?? router)

  const life = {
    ...{
      options,
      places,
      credentials,
      rehearser,
      rehearsals,
      gateway,
      approvals,
      config,
      journal,
      record,
      agent,
      approvalQueue,
    },
    ...{ undo, panic: end },
    ...{ audit, call, changedApp, broadcast, servers, runner, outbound, windDown, store },
    ...{ lock, changed, report, broken, unwatch },
    policyHash: () => policy().hash,
    stoppedAt: () => stop.emergencyStop.state()?.at ?? null,
  }
  const started = await startUp(life)
  let disposal: Promise<void> | null = null
  return ok({
    call,
    subscribe: broadcast.subscribe,
    dispose: () => (disposal ??= shutDown(life, started)),
    gateway: { busy: gateway.busy, url: () => gateway.clients.state().url },
    async noted(fault) {
      const text = shownFault(redactor, fault)
      await record({ kind: 'fault', text: text.slice(0, 4_000) }, 'owed')
      return text
    },
  })
}
