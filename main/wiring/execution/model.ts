// The model of the configuration as it is now, with its key and its one way out.
import type { Config, ModelConfig } from '../../../contract/policy/config.ts'
import type { Model } from '../../../contract/agent/model.ts'
import type { Outbound } from '../../egress/outbound.ts'
import { createModel } from '../../model/create-model.ts'
import type { ModelPorts } from '../../model/create-model.ts'
import { baseUrlOf } from '../../model/provider.ts'
import type { Credentials } from '../../secrets/credential-store.ts'
import type { Destination } from '../../secrets/destination.ts'
import { memoize } from '../memoize.ts'

export type WiredModel = {
  readonly model: () => Model
  readonly ports: ModelPorts
  readonly key: () => string | null
  /** For this process only; empty forgets it. */
  readonly setKey: (key: string) => void
  /** Why no step could be made with these settings; null when they are complete. */
  readonly fault: () => string | null
}

/** The server gave no answer, or one that says that it failed. Told with no word of the server's. */
export type ModelFailed = (change: 'unreachable' | 'failed', text: string) => void

async function observed(asked: Promise<Response>, failed: ModelFailed): Promise<Response> {
  try {
    const answer = await asked
    if (!answer.ok) failed('failed', `It answered ${answer.status}.`)
    return answer
  } catch (fault) {
    // A person who stops a run is no failure of the server.
    const stopped = fault instanceof Error && fault.name === 'AbortError'
    const cause = fault instanceof Error ? fault.cause : null
    const code =
      cause !== null && typeof cause === 'object' && cause !== undefined && 'code' in cause
    if (!stopped) failed('unreachable', code ? `No answer: ${String(cause.code)}.` : 'No answer.')
    throw fault
  }
}

/**
 * A key typed in this run goes before the one of the environment, and that before the stored one:
 * what was said last and most expressly counts. @param stored the storedKey key, where it may go to that
 * server.
 */
export function wireModel(
  config: () => Config,
  outbound: Outbound,
  stored: Credentials['modelKey'],
  failed: ModelFailed = () => {},
): WiredModel {
  let typed: { readonly key: string; readonly server: string | null } | null = null
  const storedKey = (): string | null => {
    const server = serverOf(config().model)
    return server === null ? null : stored(server)
  }
  const key = (): string | null => {
    const { apiKeyEnv } = config().model
    const given = apiKeyEnv === null ? undefined : process.env[apiKeyEnv]
    return typedHere() ?? given ?? storedKey()
  }
  /** Typed for one server, it goes to no other; typed before there was one, to the first. */
  const typedHere = (): string | null => {
    const server = baseUrlOf(config().model)
    if (typed?.server === null && server !== null) typed = { ...typed, server }
    return typed?.server === server ? typed.key : null
  }
  const ports: ModelPorts = {
    key,
    fetch: (input, init) => {
      const baseUrl = baseUrlOf(config().model)
      return baseUrl === null
        ? Promise.reject(new Error('The model server has no address.'))
        : observed(outbound.modelFetch(baseUrl)(input, init), failed)
    },
  }
  return {
    model: memoize(
      (): [ModelConfig] => [config().model],
      (settings) => createModel(settings, ports),
    ),
    ports,
    key,
    setKey: (text) => {
      typed = text === '' ? null : { key: text, server: baseUrlOf(config().model) }
    },
    fault: () => {
      const { provider, name, apiKeyEnv } = config().model
      if (provider === 'manual') return null
      if (name === '') return 'No model name is set.'
      if (provider === 'anthropic' && key() === null)
        return `No key: ${apiKeyEnv === null ? 'no variable is named for it' : `${apiKeyEnv} is not set`}, and the credential store has none open.`
      return null
    },
  }
}

/** Where the key would go; null where no server is set. */
export function serverOf(model: ModelConfig): Destination | null {
  const baseUrl = baseUrlOf(model)
  if (baseUrl === null || !URL.canParse(baseUrl)) return null
  const { protocol, hostname, port } = new URL(baseUrl)
  return {
    protocol,
    host: hostname,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  }
}
