// The topic `model`: its key, whether it answers, and which servers of this machine there are.
import type { AppState } from '../../contract/ipc/app-state.ts'
import type { TopicHandlers } from '../../contract/ipc/ipc.ts'
import { ok } from '../../contract/result.ts'
import type { ConfigStore } from '../config/config.ts'
import { checkModel } from '../model/check-model.ts'
import type { Credentials } from '../secrets/credential-store.ts'
import type { WiredModel } from '../wiring/execution/model.ts'
import { findModels } from './model/find-models.ts'
import type { FindModelsDeps } from './model/find-models.ts'
import { storeModelKey } from './model/store-model-key.ts'

export type ModelServiceDeps = FindModelsDeps & {
  readonly config: Pick<ConfigStore, 'current'>
  readonly models: Pick<WiredModel, 'setKey' | 'ports'>
  readonly credentials: Credentials
  readonly state: () => AppState
  /** Whether there is a key may be another answer now. */
  readonly changed: () => void
  readonly ending: AbortSignal
  readonly monotonic: () => number
}

/** How long a model server may take to say one word. Local ones load their model first. */
const CHECK_MS = 60_000

export function modelService(deps: ModelServiceDeps): TopicHandlers<'model'> {
  const { config, models, credentials, state, changed, ending, monotonic } = deps
  const find = findModels(deps)
  const keepKey = storeModelKey(credentials, () => config.current().model)
  return {
    'model.find': async ({ again }) => ok(await find(again)),
    async 'model.set-key'({ key, keep }) {
      if (key === '') models.setKey('')
      if (keep || key === '') {
        const stored = await keepKey(key)
        if (!stored.ok) return stored
      }
      // One that is kept is not held beside the store as well: locking that locks it too.
      models.setKey(keep ? '' : key)
      changed()
      return ok(state())
    },
    async 'model.check'() {
      const startedAt = monotonic()
      const signal = AbortSignal.any([ending, AbortSignal.timeout(CHECK_MS)])
      const checked = await checkModel(config.current().model, models.ports, signal)
      return checked.ok
        ? ok({ text: checked.value.text, durationMs: Math.round(monotonic() - startedAt) })
        : checked
    },
  }
}
