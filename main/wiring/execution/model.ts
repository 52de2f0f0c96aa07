// The model of the configuration as it is now, with its key and its one way out.
import type { Config, ModelConfig } from '../../../contract/policy/config/config.ts'
import type { Model } from '../../../contract/agent/model.ts'
import type { Outbound } from '../../egress/outbound.ts'
import { type CircuitBreaker, openCircuitBreaker } from '../../model/circuit-breaker.ts'
import { createModel, type ModelPorts } from '../../model/create-model.ts'
import { withFixtures, type FixturePorts } from '../../model/fixtures.ts'
import { baseUrlOf } from '../../model/provider.ts'
import type { Credentials } from '../../secrets/credential-store.ts'
import type { Destination } from '../../../contract/credential.ts'
import { memoize } from '../memoize.ts'

export type WiredModel = {
  readonly model: () => Model
  /** Another model of the same server, by the server's name for it. */
  readonly named: (name: string) => Model
  readonly ports: ModelPorts
  /** The same for settings that are not saved yet. `given`: a key that was typed for them; null: none. */
  readonly draft: (settings: ModelConfig, given: string | null) => ModelPorts
  readonly key: () => string | null
  /** Leaves the server of these settings alone after failures in a row, for all runs together. */
  readonly guard: (settings: ModelConfig, model: Model) => Model
  /** Until when the server that is set is left alone, in epoch milliseconds; null: it is not. */
  readonly restsUntil: () => number | null
  /** For this process only; empty forgets it. */
  readonly setKey: (key: string) => void
  /** Why no step could be made with these settings; null when they are complete. */
  readonly fault: () => string | null
}

/** The server gave no answer, or one that says that it failed. Told with no word of the server's. */
export type ModelFailed = (change: 'unreachable' | 'failed', text: string) => void

type BreakerDeps = { readonly now: () => number; readonly changed: () => void }

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
  { now, changed }: BreakerDeps = { now: Date.now, changed: () => {} },
  fixtures?: FixturePorts,
): WiredModel {
  const breakers = new Map<string, CircuitBreaker>()
  const breakerOf = (settings: ModelConfig): CircuitBreaker => {
    const server = `${settings.provider} ${baseUrlOf(settings)}`
    const known = breakers.get(server) ?? openCircuitBreaker(now, changed)
    breakers.set(server, known)
    return known
  }
  const guard: WiredModel['guard'] = (settings, model) =>
    settings.provider === 'manual' ? model : breakerOf(settings).guard(model)
  let typed: { readonly key: string; readonly server: string | null } | null = null
  const storedKey = (settings: ModelConfig): string | null => {
    const server = serverOf(settings)
    return server === null ? null : stored(server)
  }
  const keyFor = (settings: ModelConfig): string | null => {
    const { apiKeyEnv } = settings
    const given = apiKeyEnv === null ? undefined : process.env[apiKeyEnv]
    return typedHere(settings) ?? given ?? storedKey(settings)
  }
  /** Typed for one server, it goes to no other; typed before there was one, to the first. */
  const typedHere = (settings: ModelConfig): string | null => {
    const server = baseUrlOf(settings)
    if (typed?.server === null && server !== null) typed = { ...typed, server }
    return typed?.server === server ? typed.key : null
  }
  const portsFor = (settings: () => ModelConfig, key: () => string | null): ModelPorts => ({
    key,
    fetch: (input, init) => {
      const baseUrl = baseUrlOf(settings())
      return baseUrl === null
        ? Promise.reject(new Error('The model server has no address.'))
        : observed(outbound.modelFetch(baseUrl)(input, init), failed)
    },
  })
  const key = (): string | null => keyFor(config().model)
  const ports = portsFor(() => config().model, key)
  const make = (settings: ModelConfig): Model => {
    const model = guard(settings, createModel(settings, ports))
    return fixtures === undefined ? model : withFixtures(model, fixtures)
  }
  const others = memoize(
    (): [ModelConfig] => [config().model],
    (_settings) => new Map<string, Model>(),
  )
  return {
    model: memoize((): [ModelConfig] => [config().model], make),
    named(name) {
      const known = others().get(name) ?? make({ ...config().model, name })
      others().set(name, known)
      return known
    },
    ports,
    guard,
    restsUntil() {
      const state = breakerOf(config().model).state()
      return state.kind === 'resting' && state.until > now() ? state.until : null
    },
    draft: (settings, given) =>
      portsFor(
        () => settings,
        () => given ?? keyFor(settings),
      ),
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
