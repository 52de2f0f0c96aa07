// What the era with sessions has a client say once for all its requests: who it is, how much it wants to
// hear, and which resources it watches.
import { isObject } from '../../../contract/is-object.ts'
import { clientInfoOf, type Envelope } from './protocol/envelope.ts'
import {
  code,
  field,
  isLogLevel,
  legacyVersions,
  logLevels,
  newestLegacy,
  textField,
  type Fields,
  type LogLevel,
} from './protocol/protocol.ts'
import { done, failed, noMethod, type Reply } from './protocol/reply.ts'
import type { Provider } from './provider.ts'
import { noResource } from './resources.ts'

const mostSubscribed = 1_024

export type LegacySession = {
  /** Null: it has not said who it is. */
  envelope(): Envelope | null
  /** It has said that it is ready to hear of changes. */
  isReady(): boolean
  /** False: it has not said who it is. */
  becomeReady(): boolean
  logLevel(): LogLevel
  watches(uri: string): boolean
  /** What changes only what this session knows of itself; null for everything else. */
  own(method: string, params: Fields | undefined): Reply | null
  close(): void
}

export function openLegacySession(provider: Provider): LegacySession {
  let legacy: { readonly envelope: Envelope; ready: boolean } | null = null
  let level: LogLevel = 'info'
  const watched = new Map<string, () => void>()
  const unwatch = (uri: string): void => {
    watched.get(uri)?.()
    watched.delete(uri)
  }

  const initialize = (params: Fields | undefined): Reply => {
    const wanted = textField(params, 'protocolVersion')
    if (wanted === null)
      return failed(code.invalidParams, 'Invalid params: protocolVersion is missing.')
    const version = legacyVersions.find((known) => known === wanted) ?? newestLegacy
    const capabilities = field(params, 'capabilities')
    legacy = {
      envelope: {
        version,
        capabilities: isObject(capabilities) ? capabilities : {},
        clientInfo: clientInfoOf(field(params, 'clientInfo')),
      },
      ready: legacy?.ready ?? false,
    }
    const instructions =
      provider.instructions === null
        ? ''
        : `,"instructions":${JSON.stringify(provider.instructions)}`
    return done(
      `"protocolVersion":"${version}","capabilities":${JSON.stringify(provider.capabilities)},"serverInfo":${JSON.stringify(provider.info)}${instructions}`,
    )
  }

  const own = (method: string, params: Fields | undefined): Reply | null => {
    switch (method) {
      case 'initialize':
        return initialize(params)
      case 'ping':
        return done('')
      case 'logging/setLevel': {
        const wanted = field(params, 'level')
        if (provider.capabilities.logging === undefined) return noMethod(method)
        if (!isLogLevel(wanted))
          return failed(
            code.invalidParams,
            `Invalid params: level is one of ${logLevels.join(', ')}.`,
          )
        level = wanted
        return done('')
      }
      case 'resources/subscribe':
      case 'resources/unsubscribe': {
        const uri = textField(params, 'uri')
        if (provider.capabilities.resources?.subscribe === undefined) return noMethod(method)
        if (uri === null) return failed(code.invalidParams, 'Invalid params: uri is missing.')
        unwatch(uri)
        if (method === 'resources/unsubscribe') return done('')
        if (watched.size >= mostSubscribed)
          return failed(code.unavailable, `More than ${mostSubscribed} subscriptions.`)
        const stop = provider.watch(uri)
        if (stop === null) return noResource(uri, 'legacy')
        watched.set(uri, stop)
        return done('')
      }
      default:
        return null
    }
  }

  return {
    envelope: () => legacy?.envelope ?? null,
    isReady: () => legacy?.ready === true,
    becomeReady() {
      if (legacy === null) return false
      legacy.ready = true
      return true
    },
    logLevel: () => level,
    watches: (uri) => watched.has(uri),
    own,
    close() {
      for (const uri of watched.keys()) unwatch(uri)
    },
  }
}
