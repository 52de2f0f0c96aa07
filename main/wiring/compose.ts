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
import { openBroadcast } from '../ipc/broadcast.ts'
import { openRegistry } from '../registry/registry.ts'
import { openRunner } from '../sandbox/runner.ts'
import { openWriteNotes } from '../sandbox/files/write-notes.ts'
import { openUndo } from '../undo/undo.ts'
import { appService } from '../services/app-service.ts'
import { appState } from '../services/app-state.ts'
import { openEntrances } from './entrances.ts'
import { openEarlierRuns } from '../recovery/earlier-runs.ts'
import { storeModelKey } from '../services/store-model-key.ts'
import { connectable, hostsFor } from './policy/policy.ts'
import { policyService } from '../services/policy-service.ts'
import { routeServices } from './services.ts'
import { wireGateway } from './clients/gateway.ts'
import { wireHooks } from './clients/hooks.ts'
import type { Composed, ComposeOptions } from './compose-options.ts'
import { createWorkspaceService } from '../services/workspace-service.ts'
import { searchRuns } from '../services/search-runs.ts'
import { wireAgent } from './calls/agent.ts'
import { wireAgents } from './clients/agent-sessions.ts'
import { createAuditService } from '../services/audit-service.ts'
import { wireHeld } from './calls/held-calls.ts'
import { createFirstRunService } from '../services/first-run-service.ts'
import { wireWorkspaceContext } from './policy/workspace-context.ts'
import { wireNetwork } from './policy/network.ts'
import { createEmergencyStopService, openStop } from '../services/emergency-stop-service.ts'
import { wirePipeline } from './calls/pipeline.ts'
import { secretTouch, shownFacts, shownFault } from './policy/secrets.ts'
import { guardHidden } from '../policy/guard-hidden.ts'
import { undoService, undoPort } from '../services/undo-service.ts'
import { leasesService } from '../services/leases-service.ts'
import { openRelaxation } from '../policy/relaxation.ts'
import { openLiveOutput } from './execution/live-output.ts'
import { wireServers } from './execution/servers.ts'
import { serversService } from '../services/servers-service.ts'
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
import { toolsService } from '../services/tools-service.ts'
import { secretsService } from '../services/secrets-service.ts'
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
  const audit = createAuditService({
    ...{ journal, openFinder, views: tables.auditViews, version, now, changed: changedApp },
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
      void (await record({ kind: 'step-up', change, surface: host === 'cli' ? 'cli' : 'window' })),
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

  const offer = appService({
    ...{
      state,
      changedApp,
      config,
      relaxation,
      record,
      models,
      runner,
      undo,
      workspace,
      journal,
      verify: audit.verify,
      places,
      monotonic,
    },
    ...{ guardOn: () => policy().guard.on, connected: () => gateway.clients.state().connected },
    keepKey: storeModelKey(credentials, () => config.current().model),
    ending: ending,
  })

  const asked = policyService({
    ...{
      knownSecret,
      registry,
      config,
      places,
      leases,
      journal,
      runner,
      now,
      sha256,
      inForce: pipeline,
      approvals,
      relaxation,
    },
    servers: servers.touch,
  })
  const leased = leasesService({ leases, registry, relaxation, record, now })
  const panic = createEmergencyStopService({
    ...{
      emergencyStop: stop.emergencyStop,
      presence,
      record,
      runs: agent,
      servers,
      changed: changedApp,
      report,
    },
    ...{ denyAll: approvalQueue.stopAll },
    revokeAll: () => leased.revoke({ all: true }),
  })
  const secrets = secretsService({ credentials, presence, record })
  const router = routeServices(
    {
      app: offer,
      firstRun: createFirstRunService({
        ...{
          agent,
          config,
          outbound,
          workspacePath,
          now,
          env: process.env,
          places,
          ending: ending,
        },
        modelWaitMs: options.modelWaitMs,
      }),
      runs: { ...agent, search: searchRuns(tables.findRuns), totals: tables.runTotals },
      workspace: createWorkspaceService({
        explain: asked.explain,
        place,
        config,
        workspacePath,
        places,
        pickFolder: options.pickFolder,
      }),
      approvals: shown.approvals({
        ...{
          list: approvals.list,
          get: approvals.get,
          answer,
          rehearse: rehearsals.rehearse,
          preview: asked.preview,
        },
      }),
      leases: shown.leases(leased),
      presence: secrets.presence,
      secrets,
      panic,
      policy: asked,
      // A command line that goes away leaves its question standing; the answer is in the journal.
      tools: toolsService({ registry, counts: tables.counts, dispatch: take }),
      servers: serversService({
        ...{
          servers,
          config,
          presence,
          relaxation,
          credentials,
          workspace: workspacePath,
          ending: ending,
          shown: redactor.facts,
        },
      }),
      undo: undoService({
        undo,
        presence,
        record,
        redact: async (text) => (await redactor.text(text)).text,
      }),
      clients: gateway.clients,
      hooks: wireHooks({
        ...{ requestOf, sha256, now, client: (name) => config.current().gateway.clients[name] },
        questions: approvals.ofCall,
        ...{
          ...others.hooks,
          frozen,
          reaches: gateway.reaches,
          watch: gateway.watch,
          dispatch: take,
        },
      }),
      audit: audit.offer,
    },
    report,
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
    ...{ undo, panic },
    ...{ audit, call, changedApp, broadcast, servers, runner, outbound, windDown, store },
    ...{ lock, changed, report, broken, unwatch },
    policyHash: () => policy().hash,
    stoppedAt: () => stop.emergencyStop.state()?.at ?? null,
  }
  const end = await startUp(life)
  let disposal: Promise<void> | null = null
  return ok({
    call,
    subscribe: broadcast.subscribe,
    dispose: () => (disposal ??= shutDown(life, end)),
    gateway: { busy: gateway.busy, url: () => gateway.clients.state().url },
    async noted(fault) {
      const text = shownFault(redactor, fault)
      await record({ kind: 'fault', text: text.slice(0, 4_000) }, 'owed')
      return text
    },
  })
}
