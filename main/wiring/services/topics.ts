// Every topic of the IPC table with what it needs, behind the one router.
import { serve, type IpcRouter } from '../../ipc/serve.ts'
import { accountsService } from '../../services/accounts/accounts-service.ts'
import { appService } from '../../services/app/app-service.ts'
import { receipts } from '../../services/audit/receipts.ts'
import { auditService } from '../../services/audit/audit-service.ts'
import { clientsService } from '../../services/clients/clients-service.ts'
import { configService } from '../../services/config/config-service.ts'
import { updateConfig } from '../../services/config/update-config.ts'
import { storageService } from '../../services/storage/storage-service.ts'
import { doctorService } from '../../services/doctor/doctor-service.ts'
import { emergencyStopService } from '../../services/emergency-stop/emergency-stop-service.ts'
import { guardService } from '../../services/guard/guard-service.ts'
import { ok } from '../../../contract/result.ts'
import { hookService } from '../../services/hook/hook-service.ts'
import { leasesService } from '../../services/leases/leases-service.ts'
import { modelService } from '../../services/model/model-service.ts'
import { policyService } from '../../services/policy/policy-service.ts'
import { explainCalls } from '../../services/policy/explain.ts'
import { scanners } from '../execution/servers/scanners.ts'
import { recordsService } from '../../services/records/records-service.ts'
import { openPreflight } from '../../services/schedules/preflight.ts'
import { schedulesService } from '../../services/schedules/schedules-service.ts'
import { webhooksService } from '../../services/webhooks/webhooks-service.ts'
import { eventsService } from '../../services/events/events-service.ts'
import { terminalsService } from '../../services/terminals/terminals-service.ts'
import { secretsService } from '../../services/secrets/secrets-service.ts'
import { pluginsService } from '../../services/plugins/plugins-service.ts'
import { serversService } from '../../services/servers/servers-service.ts'
import { stepUpService } from '../../services/step-up/step-up-service.ts'
import { toolsService } from '../../services/tools/tools-service.ts'
import { tourService } from '../../services/tour/tour-service.ts'
import { undoService } from '../../services/undo/undo-service.ts'
import { updatesService } from '../../services/updates/updates-service.ts'
import { organisationService } from '../../services/organisation/organisation-service.ts'
import { fleetLabels } from '../fleet.ts'
import { readBody } from '../../store/journal/read-entry.ts'
import { fleetService } from '../../services/fleet/fleet-service.ts'
import { agentsTopics } from './agents-topics.ts'
import { approvalsTopics } from './approvals-topics.ts'
import { runsTopic } from './runs-topic.ts'
import type { TopicParts } from './topic-parts.ts'
import { workspaceService } from '../../services/workspace/workspace-service.ts'
import type { AppOptions } from '../app-options.ts'
import type { Clock } from '../clock.ts'
import type { Events } from '../events.ts'
import type { Layers } from '../layers.ts'
import { sha256 } from '../sha256.ts'
import { wireTried } from './wire-tried.ts'

export function routeTopics(
  {
    paths,
    version,
    pickFolder,
    modelWaitMs,
    newLink = () => null,
    closePages = () => null,
  }: AppOptions,
  layers: Layers,
  { gateway, exec, state, updates, fleet, collector, second, following }: TopicParts,
  clock: Clock,
  events: Events,
): IpcRouter {
  const { storage, policy, execution, calls } = layers
  const { now, monotonic } = clock
  const { changed, report, screens } = events
  const { journal, index, tables } = storage
  const { approvals, leases } = tables
  const { config, facts, relaxation, stepUp, workspace, workspacePath, resolvedWorkspace } = policy
  const { managed } = policy.bundles
  const { emergencyStop, frozen } = policy.stop
  const { ending } = policy.windDown
  const { credentials, outbound, models, redactor, record } = execution
  const { runner, registry, servers, undo, agents } = execution
  const { inForce, agent, take, requestOf } = calls

  const redact = async (text: string): Promise<string> => (await redactor.text(text)).text

  const update = updateConfig({
    config,
    managed,
    relaxation,
    record,
    state,
    guardOn: () => policy.policy().guard.on,
  })
  const signed = receipts({
    journal,
    index,
    version,
    now,
    keys: execution.signingKeys,
    // Fingerprints look like secrets and are none.
    record: storage.write,
  })
  const tried = wireTried({ paths }, layers, now)
  const explain = explainCalls({
    tried,
    registry,
    runner,
    inForce,
    config,
    sha256,
    unhide: scanners.unhide,
    clients() {
      const { clients, connected } = gateway.clients.state()
      return [...clients, ...connected].map(({ name }) => name)
    },
  })

  return serve(
    {
      ...accountsService(credentials, record),
      ...appService({ state, stepUp, newLink, closePages, record }),
      ...agentsTopics({ paths }, layers, { gateway }, clock, events),
      ...approvalsTopics({ paths }, layers, { second }, tried, clock, events),
      ...auditService({
        journal,
        index,
        views: tables.auditViews,
        version,
        now,
        report,
        signed,
        toolNamed: (name) => registry.get(name)?.tool ?? null,
        saving: {
          approvals,
          tried,
          config,
          runner,
          inForce,
          sha256,
          isOwnTool: (name) => registry.get(name)?.tool.manifest.builtIn === true,
        },
      }),
      ...clientsService({
        ...gateway.clients,
        async commands(name, run, evidence, surface) {
          const updated = await update({ client: { name, commands: run } }, evidence, surface)
          if (!updated.ok) return updated
          exec.forget(name)
          return ok(gateway.clients.state())
        },
        async preset(name, preset, evidence, surface) {
          const updated = await update({ client: { name, preset } }, evidence, surface)
          return updated.ok ? ok(gateway.clients.state()) : updated
        },
      }),
      ...configService(update),
      ...storageService(paths),
      ...updatesService(updates),
      ...doctorService({
        runner,
        workspace,
        config,
        journal,
        models,
        undo,
        paths,
        verify: () => index.check.whole(),
        stopped: emergencyStop.state,
        connected: () => gateway.clients.state().connected,
        tools: () => registry.lacking(),
        webhooks: () => calls.inbound.webhooks.state(),
        fleet,
        collector: () => collector.state(),
        untried: () => calls.inForce.staging.missing(),
        organisation: following.state,
      }),
      ...emergencyStopService({ emergencyStop, end: calls.end, stepUp, record, servers, changed }),
      ...guardService(update),
      ...hookService({
        requestOf,
        sha256,
        now,
        client: (name) => config.current().gateway.clients[name],
        queries: approvals.ofCall,
        ...agents.hooks,
        frozen,
        reaches: gateway.reaches,
        watch: gateway.watch,
        exec,
        dispatch: take,
      }),
      ...leasesService({ leases, registry, relaxation, record, now, shown: redactor.facts }),
      ...modelService({
        config,
        models,
        credentials,
        state,
        outbound,
        paths,
        now,
        ending,
        monotonic,
        changed,
        env: process.env,
        modelWaitMs,
      }),
      ...policyService({
        tried,
        explain,
        config,
        paths,
        relaxation,
        managed,
        facts,
        journal,
        leases,
        approvals,
        runner,
        inForce,
        now,
        sha256,
      }),
      ...runsTopic(layers, signed, version, clock),
      ...recordsService({
        records: calls.records,
        memory: tables.memory,
        record,
        changed: () => screens.send({ kind: 'records-changed' }),
      }),
      ...schedulesService({
        schedules: calls.schedules,
        scheduler: calls.scheduler,
        record,
        now,
        preflight: openPreflight({
          schedules: calls.schedules,
          history: calls.scheduler.history,
          agent,
          inForce,
          registry,
          leases,
          relaxation,
          record,
          now,
          shown: redactor.facts,
          workspace: workspacePath,
        }),
        changed: () => screens.send({ kind: 'schedules-changed' }),
      }),
      ...fleetService({ fleet, collector, now, report, readBody, labels: fleetLabels }),
      ...organisationService({ following, managed, relaxation }),
      ...webhooksService({ webhooks: calls.inbound.webhooks, record }),
      ...eventsService({ inbound: calls.inbound, record }),
      ...terminalsService({ terminals: execution.terminals, redact, record }),
      ...secretsService(credentials, record),
      ...serversService({
        servers,
        config,
        stepUp,
        relaxation,
        credentials,
        ending,
        workspace: workspacePath,
        shown: redactor.facts,
      }),
      ...pluginsService({
        plugins: execution.plugins,
        builtIn: execution.builtIn,
        inputOf: execution.plugins.inputOf,
        stepUp,
        shown: redactor.facts,
      }),
      ...stepUpService(stepUp, credentials),
      // A command line that goes away leaves its question standing; the answer is in the journal.
      ...toolsService({ registry, counts: tables.counts, dispatch: take, heldBy: calls.heldBy }),
      ...tourService({ agent, workspacePath }),
      ...undoService({ undo, stepUp, record, redact }),
      ...workspaceService({ explain, resolvedWorkspace, config, workspacePath, paths, pickFolder }),
    },
    ({ channel, error }) => report(new Error(`${channel} broke`, { cause: error })),
    storage.health.note,
  )
}
