// Layer 5: who asks. Other agents at the gateway and by their hooks, and every topic of the IPC
// table behind the one router.
import { guardHidden } from '../policy/guard-hidden.ts'
import type { AppState } from '../../contract/ipc/app-state.ts'
import { backupNow } from '../recovery/backup-now.ts'
import { appState } from '../services/app/app-state.ts'
import { openUpdates } from '../services/updates/updates.ts'
import { announceState } from './announce-state.ts'
import type { AppOptions } from './app-options.ts'
import { clientCommands } from './clients/client-commands.ts'
import { wireExec } from './clients/exec.ts'
import { wireGateway } from './clients/gateway.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { wireBundle } from './bundle.ts'
import { wireFleet } from './fleet.ts'
import type { Layers } from './layers.ts'
import { wireSecondApprovals } from './second-approvals.ts'
import { routeTopics } from './services/topics.ts'
import { sha256 } from './sha256.ts'

export type Services = ReturnType<typeof openServices>

export function openServices(options: AppOptions, layers: Layers, clock: Clock, events: Events) {
  const { storage, policy, execution, calls } = layers
  const { shown, redactor, registry, servers } = execution
  const clientsChanged = (): void => events.screens.send({ kind: 'clients-changed' })
  const exec = wireExec({
    config: policy.config.current,
    calls,
    runner: execution.runner,
    live: execution.live,
    record: execution.record,
    trace: execution.agents.gateway.trace,
    now: clock.now,
    changed: clientsChanged,
  })
  events.on('call-changed', ({ callId, state }) => exec.callChanged(callId, state))

  const gateway = wireGateway({
    version: options.version,
    registry,
    servers,
    config: policy.config.current,
    table: storage.tables.clients,
    delegations: policy.clientDelegations,
    sha256,
    now: clock.now,
    page: storage.journal.page,
    ...execution.agents.gateway,
    journal: execution.record,
    counted: execution.counted,
    port: options.gatewayPort ?? null,
    shown: shown.result,
    shownText: redactor.facts,
    head: () => storage.journal.head().seq,
    dispatch: (request, signal) => calls.take(request, true, signal),
    earlier: calls.earlier,
    answer: async (id, said) => void (await calls.answer(id, { answer: said }, 'client')),
    clientsChanged,
    commands: ({ known, hooked }) => [
      ...clientCommands({
        known,
        hooked,
        config: policy.config.current(),
        ignored: exec.ignored,
        enforced: execution.runner.enforced().ok,
      }),
    ],
  })
  calls.listeners.add(gateway.listenerOf)
  events.on('call-changed', ({ callId, runId, state }) => {
    if (runId === null) gateway.callChanged(callId, state)
  })

  const { fleet, collector } = wireFleet(options, layers, clock, events)
  const second = wireSecondApprovals(options, layers, fleet, clock, events)
  const held = (): number => calls.approvalQueue.held() + second.count()
  const updates = openUpdates({
    source:
      options.updates ??
      'Gatehouse has no updates of its own here. Update it the way it was installed, with git or npm.',
    version: options.version,
    channel: () => policy.config.current().desktop.updates,
    busy: () =>
      storage.tables.runs.unfinished().length + storage.journal.open() + calls.approvalQueue.held(),
    backup: () => backupNow(options.paths.databaseFile, options.paths.backupDir, clock.now()),
    changed: (now) => events.screens.send({ kind: 'updates-changed', updates: now }),
    now: clock.now,
  })
  events.on('config-changed', updates.configChanged)

  const state = stateOf(options, layers, held)
  events.on('state-changed', announceState(events.screens, state, events.report))
  events.on('servers-changed', () => {
    gateway.changed()
    events.changed()
    events.screens.send({ kind: 'servers-changed' })
  })

  const following = wireBundle(options, layers, clock, events)
  const router = routeTopics(
    options,
    layers,
    { gateway, exec, state, updates, fleet, collector, second, following },
    clock,
    events,
  )
  const agentsFollowed = policy.agentFiles.onChange(() =>
    events.screens.send({ kind: 'own-agents-changed' }),
  )
  return {
    gateway,
    /** Runs the commands of other agents that their hooks changed. */
    exec: exec.open,
    hearOthers: second.start,
    /** The one entrance of screens and commands. No answer has a secret in it. */
    call: shown.router(options.safe?.router(router) ?? router),
    async dispose() {
      agentsFollowed()
      updates.dispose()
      exec.dispose()
      await gateway.dispose()
      await second.dispose()
      await following.dispose()
      await collector.dispose()
      await fleet.dispose()
    },
  }
}

const stateOf =
  (
    { version, host, paths, safe }: AppOptions,
    { storage, policy, execution, calls }: Layers,
    held: () => number,
  ) =>
  (): AppState =>
    appState({
      version,
      host,
      config: policy.config.current(),
      configFile: paths.configFile,
      problem: policy.config.problem(),
      workspace: policy.workspace(),
      modelLabel: execution.models.model().label,
      keySet: execution.models.key() !== null,
      restsUntil: execution.models.restsUntil(),
      policy: policy.policy(),
      hidden: guardHidden(policy.policy(), execution.servers.external()),
      sandbox: execution.runner.enforced(),
      protections: execution.runner.protections(),
      untried: calls.inForce.staging.missing(),
      journal: {
        rows: storage.journal.rows(),
        fault: safe?.fault ?? storage.journal.fault() ?? storage.health.fault(),
        verification: storage.index.verification(),
      },
      held: held(),
      attention: execution.servers.attention(),
      questions: execution.servers.questions.list().length,
      stopped: policy.stop.emergencyStop.state(),
    })
