// The topic `model`: its key, whether it answers, and which servers of this machine there are.
import type { ModelDraft } from '../../../contract/agent/model-draft.ts'
import type { AppState } from '../../../contract/ipc/app-state.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { ModelConfig } from '../../../contract/policy/config/config.ts'
import { ok } from '../../../contract/result.ts'
import type { ConfigStore } from '../../config/config.ts'
import { checkModel } from '../../model/check-model.ts'
import { listModels } from '../../model/list-models.ts'
import { baseUrlOf } from '../../model/provider.ts'
import type { Credentials } from '../../secrets/credential-store.ts'
import type { WiredModel } from '../../wiring/execution/model.ts'
import { findModels, type FindModelsDeps } from './find-models.ts'
import { storeModelKey } from './store-model-key.ts'

export type ModelServiceDeps = FindModelsDeps & {
  readonly config: Pick<ConfigStore, 'current'>
  readonly models: Pick<WiredModel, 'setKey' | 'ports' | 'draft'>
  readonly credentials: Credentials
  readonly state: () => AppState
  /** Whether there is a key may be another answer now. */
  readonly changed: () => void
  readonly ending: AbortSignal
  readonly monotonic: () => number
}

/** How long a model server may take to say one word. Local ones load their model first. */
const CHECK_MS = 60_000
const LIST_MS = 20_000

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
    async 'model.check'({ draft }) {
      const startedAt = monotonic()
      const now = config.current().model
      const signal = AbortSignal.any([ending, AbortSignal.timeout(CHECK_MS)])
      const settings = draft === undefined ? now : settingsOf(draft, now)
      const ports = draft === undefined ? models.ports : models.draft(settings, typedKey(draft.key))
      const checked = await checkModel(settings, ports, signal)
      return checked.ok
        ? ok({ text: checked.value.text, durationMs: Math.round(monotonic() - startedAt) })
        : checked
    },
    async 'model.list'(draft) {
      const settings = settingsOf({ ...draft, name: '' }, config.current().model)
      const signal = AbortSignal.any([ending, AbortSignal.timeout(LIST_MS)])
      const listed = await listModels(settings, models.draft(settings, typedKey(draft.key)), signal)
      return listed.ok ? ok({ models: [...listed.value] }) : listed
    },
  }
}

/** A variable that holds the key is named for the server that is set, and for no other. */
function settingsOf({ provider, baseUrl, name }: ModelDraft, now: ModelConfig): ModelConfig {
  const draft = {
    provider,
    baseUrl,
    name,
    names: {},
    apiKeyEnv: null,
    price: null,
    prices: {},
  }
  return baseUrlOf(draft) === baseUrlOf(now) ? { ...draft, apiKeyEnv: now.apiKeyEnv } : draft
}

const typedKey = (typed: string): string | null => (typed === '' ? null : typed)
