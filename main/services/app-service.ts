// What the topic `app` can do, fitted together from configuration, model and journal.
import type { AppState } from '../../contract/ipc/app-state.ts'
import type { ClientsState } from '../../contract/server/gateway.ts'
import type { JournalEntry, Verification } from '../../contract/journal/journal.ts'
import { ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Journal } from '../journal/journal.ts'
import type { ConfigStore } from '../config/config.ts'
import type { AppPaths } from '../config/paths.ts'
import type { AppService } from '../ipc/handlers/app.ts'
import { checkModel } from '../model/check-model.ts'
import type { Runner } from '../sandbox/runner-powers.ts'
import type { Undo } from '../undo/undo.ts'
import { examine } from './doctor.ts'
import { lostKeyOf } from '../recovery/lost-key.ts'
import type { WiredModel } from '../wiring/policy/model.ts'
import type { Relaxation } from '../policy/relaxation.ts'
import type { Workspace } from '../workspace/workspace.ts'

export type AppServiceDeps = {
  readonly state: () => AppState
  readonly changedApp: () => void
  readonly config: ConfigStore
  readonly relaxation: Relaxation
  readonly guardOn: () => boolean
  readonly record: (entry: JournalEntry) => Promise<unknown>
  readonly models: WiredModel
  /** Puts the model's key into the store of credentials, or takes it out when empty. */
  readonly keepKey: (key: string) => Promise<Result<unknown, Failure>>
  readonly runner: Runner
  readonly undo: Undo
  readonly workspace: () => Workspace
  readonly journal: Journal
  readonly verify: () => Promise<Verification>
  readonly places: AppPaths
  readonly ending: AbortSignal
  readonly monotonic: () => number
  /** Clients of the gateway that are there. */
  readonly connected: () => ClientsState['connected']
}

/** How long a model server may take to say one word. Local ones load their model first. */
const CHECK_MS = 60_000

export function appService(needs: AppServiceDeps): AppService {
  const {
    state,
    changedApp,
    config,
    relaxation,
    guardOn,
    record,
    models,
    keepKey,
    runner,
    undo,
    workspace,
    journal,
    verify,
    places,
    ending,
    monotonic,
  } = needs
  return {
    state,
    async updateConfig(patch, evidence, surface) {
      const wanted = patch.exfiltrationGuard?.enabled
      const updated = await config.update(patch, relaxation.by(evidence))
      // Switching the guard on holds even where it could not be saved, and then it is journalled as
      // well.
      if (wanted !== undefined && guardOn() === wanted)
        await record({ kind: 'guard', on: wanted, surface })
      return updated.ok ? ok(state()) : updated
    },
    async setKey(key, keep) {
      if (key === '') models.setKey('')
      if (keep || key === '') {
        const kept = await keepKey(key)
        if (!kept.ok) return kept
      }
      // One that is kept is not held beside the store as well: locking that locks it too.
      models.setKey(keep ? '' : key)
      changedApp()
      return ok(state())
    },
    async checkModel() {
      const began = monotonic()
      const signal = AbortSignal.any([ending, AbortSignal.timeout(CHECK_MS)])
      const checked = await checkModel(config.current().model, models.ports, signal)
      return checked.ok
        ? ok({ text: checked.value.text, durationMs: Math.round(monotonic() - began) })
        : checked
    },
    async doctor() {
      await runner.ready
      return examine({
        protections: runner.protections(),
        sandbox: runner.enforced(),
        workspace: workspace(),
        config: { file: places.configFile, problem: config.problem() },
        journal: {
          fault: journal.fault(),
          verification: await verify(),
          file: places.databaseFile,
        },
        stopped: state().stopped,
        model: { label: models.model().label, fault: models.fault() },
        undo: await undo.stats(),
        connected: needs.connected(),
        lostKey: lostKeyOf(places.dataDir),
      })
    },
  }
}
