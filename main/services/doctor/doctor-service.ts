// The topic `doctor`: what is well on this machine and what is not.
import type { BundleState } from '../../../contract/bundle/state.ts'
import type { CollectorState } from '../../../contract/fleet/collector.ts'
import type { AppState } from '../../../contract/ipc/app-state.ts'
import type { WebhooksState } from '../../../contract/inbound/webhook.ts'
import type { ToolListing } from '../../../contract/call/manifest.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Verification } from '../../../contract/journal/journal.ts'
import { ok } from '../../../contract/result.ts'
import type { ClientsState } from '../../../contract/server/gateway.ts'
import type { ConfigStore } from '../../config/config.ts'
import type { AppPaths } from '../../config/paths.ts'
import type { Journal } from '../../journal/journal.ts'
import { lostKeyOf } from '../../recovery/lost-key.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'
import type { Undo } from '../../undo/undo.ts'
import type { WiredModel } from '../../wiring/execution/model.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { examine } from './examine.ts'
import type { FleetFacts } from './fleet-checks.ts'

export type DoctorServiceDeps = {
  readonly runner: Pick<Runner, 'ready' | 'protections' | 'enforced' | 'found'>
  readonly workspace: () => Workspace
  /** Why commands are not tried in a copy first; null: they are. */
  readonly untried: () => Failure | null
  readonly config: Pick<ConfigStore, 'problem'>
  readonly journal: Pick<Journal, 'fault'>
  readonly verify: () => Promise<Verification>
  readonly stopped: () => AppState['stopped']
  readonly models: Pick<WiredModel, 'model' | 'fault'>
  readonly undo: Pick<Undo, 'stats'>
  /** Clients of the gateway that are there. */
  readonly connected: () => ClientsState['connected']
  /** Built-in tools that lack something besides a workspace or a sandbox. */
  readonly tools: () => readonly Pick<ToolListing, 'name' | 'missing'>[]
  readonly webhooks: () => WebhooksState
  readonly fleet: {
    state(): FleetFacts['state']
    tables(): Promise<FleetFacts['tables']>
  }
  readonly collector: () => CollectorState
  readonly paths: AppPaths
  readonly organisation: () => BundleState
}

export const doctorService = ({
  runner,
  workspace,
  untried,
  config,
  journal,
  verify,
  stopped,
  models,
  undo,
  connected,
  tools,
  webhooks,
  fleet,
  collector,
  paths,
  organisation,
}: DoctorServiceDeps): TopicHandlers<'doctor'> => ({
  async 'doctor.report'() {
    // At once: what one of them finds out, no other one needs.
    const [found, verification, undone, tables] = await Promise.all([
      runner.ready.then(() => runner.found()),
      verify(),
      undo.stats(),
      fleet.tables(),
    ])
    return ok(
      examine({
        protections: runner.protections(),
        runner: found,
        sandbox: runner.enforced(),
        workspace: workspace(),
        untried: untried(),
        config: { file: paths.configFile, problem: config.problem() },
        journal: {
          fault: journal.fault(),
          verification,
          file: paths.databaseFile,
        },
        stopped: stopped(),
        model: { label: models.model().label, fault: models.fault() },
        undo: undone,
        connected: connected(),
        tools: tools(),
        webhooks: webhooks(),
        fleet: { state: fleet.state(), tables },
        collector: collector(),
        organisation: organisation(),
        lostKey: lostKeyOf(paths.dataDir),
      }),
    )
  },
})
