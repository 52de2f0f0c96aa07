// The model of the configuration as it is now, with its key and its one way out.
import type { Config, ModelConfig } from '../../contract/config.ts'
import type { Model } from '../../contract/model.ts'
import type { Outbound } from '../egress/outbound.ts'
import { createModel } from '../model/create-model.ts'
import type { ModelPorts } from '../model/create-model.ts'
import { baseUrlOf } from '../model/provider.ts'
import { remake } from './remake.ts'

export type JoinedModel = {
  readonly model: () => Model
  readonly ports: ModelPorts
  readonly key: () => string | null
  /** For this process only; empty forgets it. */
  readonly setKey: (key: string) => void
  /** Why no step could be made with these settings; null when they are complete. */
  readonly fault: () => string | null
}

export function joinModel(config: () => Config, outbound: Outbound): JoinedModel {
  let typed: string | null = null
  const key = (): string | null => {
    const { apiKeyEnv } = config().model
    return typed ?? (apiKeyEnv === null ? null : (process.env[apiKeyEnv] ?? null))
  }
  const ports: ModelPorts = {
    key,
    fetch: (input, init) => {
      const baseUrl = baseUrlOf(config().model)
      return baseUrl === null ? Promise.reject(new Error('The model server has no address.')) : outbound.modelFetch(baseUrl)(input, init)
    },
  }
  return {
    model: remake(
      (): [ModelConfig] => [config().model],
      (settings) => createModel(settings, ports),
    ),
    ports,
    key,
    setKey: (text) => {
      typed = text === '' ? null : text
    },
    fault: () => {
      const { provider, name, apiKeyEnv } = config().model
      if (provider === 'manual') return null
      if (name === '') return 'No model name is set.'
      if (provider === 'anthropic' && key() === null)
        return `No key: ${apiKeyEnv === null ? 'no variable is named for it' : `${apiKeyEnv} is not set`}.`
      return null
    },
  }
}
