// Every topic of the IPC table with what it needs, behind the one router.
import { serve, type IpcRouter } from '../../ipc/serve.ts'
import { accountsService } from '../../services/accounts/accounts-service.ts'
import { appService } from '../../services/app/app-service.ts'
import { receipts } from '../../services/audit/receipts.ts'
import { configService } from '../../services/config/config-service.ts'
import { updateConfig } from '../../services/config/update-config.ts'
import { storageService } from '../../services/storage/storage-service.ts'
import { doctorService } from '../../services/doctor/doctor-service.ts'
import { emergencyStopService } from '../../services/emergency-stop/emergency-stop-service.ts'
import { guardService } from '../../services/guard/guard-service.ts'
import { modelService } from '../../services/model/model-service.ts'
import { recordsService } from '../../services/records/records-service.ts'
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
import { auditTopic } from './audit-topic.ts'
import { runsTopic } from './runs-topic.ts'
import type { TopicParts } from './topic-parts.ts'
import type { AppOptions } from '../app-options.ts'
import type { Clock } from '../clock.ts'
import type { Events } from '../events.ts'
import type { Layers } from '../layers.ts'
import { wireTried } from './wire-tried.ts'
import { clientsTopics } from './clients-topics.ts'
import { policyTopics } from './policy-topics.ts'
import { schedulesTopics } from './schedules-topics.ts'

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
  const { config, relaxation, stepUp, workspace, workspacePath } = policy
  const { managed } = policy.bundles
  const { emergencyStop } = policy.stop
  const { ending } = policy.windDown
  const { credentials, outbound, models, redactor, record } = execution
  const { runner, registry, servers, undo } = execution
  const { agent, take } = calls

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
  return serve(
    {
      ...accountsService(credentials, record),
      ...appService({ state, stepUp, newLink, closePages, record }),
      ...agentsTopics({ paths }, layers, { gateway }, clock, events),
      ...approvalsTopics({ paths }, layers, { second }, tried, clock, events),
      ...auditTopic(layers, signed, tried, { version, report }, clock),
      ...clientsTopics(layers, { gateway, exec }, update, clock),
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
      ...policyTopics({ paths, pickFolder }, layers, { gateway }, tried, clock),
      ...runsTopic(layers, signed, version, clock),
      ...recordsService({
        records: calls.records,
        memory: tables.memory,
        record,
        changed: () => screens.send({ kind: 'records-changed' }),
      }),
      ...schedulesTopics(layers, clock, events),
      ...fleetService({ fleet, collector, now, report, readBody, labels: fleetLabels }),
      ...organisationService({ following, managed, relaxation }),
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
      // A command line that goes away leaves its question open; the answer is in the journal.
      ...toolsService({
        registry,
        counts: tables.counts,
        dispatch: take,
        heldBy: calls.heldBy,
        isPending: (id) => tables.approvals.get(id)?.state === 'pending',
      }),
      ...tourService({ agent, workspacePath }),
      ...undoService({ undo, stepUp, record, redact }),
    },
    ({ channel, error }) => report(new Error(`${channel} broke`, { cause: error })),
    storage.health.note,
  )
}
