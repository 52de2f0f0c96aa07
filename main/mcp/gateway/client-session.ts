// One client over one connection or session: what it said at the start, what it has under way, what
// it wants to hear of. Speaks both eras; each request says itself of which it is. Knows no
// transport and no tool.
import type { Json } from '../../../contract/json.ts'
import { claimsEnvelope, clientInfoOf, readEnvelope, type Envelope } from './protocol/envelope.ts'
import type { Message } from './protocol/message.ts'
import { answerMethod } from './methods.ts'
import { openListening } from './listening.ts'
import type { GivenUp, Out } from './protocol/client-output.ts'
import { isObject } from '../../../contract/is-object.ts'
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
  type RequestId,
} from './protocol/protocol.ts'
import { contextOf } from './request-context.ts'
import type { Context, Provider } from './provider.ts'
import { noResource } from './resources.ts'
import {
  done,
  failed,
  modernMembers,
  noMethod,
  notificationText,
  replyText,
  strayText,
  type Reply,
} from './protocol/reply.ts'

export type ClientSession = {
  /** `envelopeNeeded`: the transport knows that this request is of the era without sessions. */
  take(message: Message, out: Out, envelopeNeeded?: boolean): void
  /** False: nothing of that id is under way. */
  cancel(id: RequestId, why?: GivenUp): boolean
  /** The client is gone: whatever it had under way is told. */
  close(): void
  /** The gateway ends: listeners are told that nothing more comes. */
  end(): void
}

export type ClientSessionOptions = {
  readonly provider: Provider
  /** What belongs to no request: that a list changed. */
  readonly loose: (text: string) => void
  /** Requests under way at once; one more is refused. */
  readonly mostRequests?: number
}

const usualMost = 128
const mostSubscribed = 1_024
const askTimeoutMs = 10 * 60_000

type UnderWay = { readonly abort: AbortController }

export function openClientSession({
  provider,
  loose,
  mostRequests = usualMost,
}: ClientSessionOptions): ClientSession {
  const underWay = new Map<RequestId, UnderWay>()
  const asked = new Map<RequestId, (answer: Fields | null) => void>()
  const watched = new Map<string, () => void>()
  const unwatch = (uri: string): void => {
    watched.get(uri)?.()
    watched.delete(uri)
  }
  const modern = modernMembers(provider.info)
  let legacy: { readonly envelope: Envelope; ready: boolean } | null = null
  let level: LogLevel = 'info'
  let nextAsk = 0
  let closed = false
  let unsubscribe: (() => void) | null = null
  const listening = openListening(provider, modern)

  /** Changes are heard only once somebody wants to know of them. */
  const hearChanges = (): void => {
    unsubscribe ??= provider.onChange((change) => {
      listening.notify(change)
      if (legacy?.ready !== true) return
      if (change.kind !== 'updated')
        loose(notificationText(`notifications/${change.kind}/list_changed`))
      else if (watched.has(change.uri))
        loose(notificationText('notifications/resources/updated', { uri: change.uri }))
    })
  }

  const ask = (
    method: string,
    params: Json,
    out: Out,
    signal: AbortSignal,
  ): Promise<Fields | null> =>
    new Promise((answered) => {
      const id = `gatehouse-${nextAsk++}`
      const over = (answer: Fields | null): void => {
        if (!asked.delete(id)) return
        clearTimeout(late)
        signal.removeEventListener('abort', gone)
        answered(answer)
      }
      const gone = (): void => over(null)
      const late = setTimeout(gone, askTimeoutMs)
      late.unref()
      asked.set(id, over)
      signal.addEventListener('abort', gone, { once: true })
      if (signal.aborted || closed) return gone()
      out.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })

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

  /** What changes only what this peer knows of itself; null for everything else. */
  const ownMethod = (method: string, params: Fields | undefined): Reply | null => {
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

  const request = (
    { id, method, params }: Message & { kind: 'request' },
    out: Out,
    envelopeNeeded: boolean,
  ): void => {
    const modernEra = envelopeNeeded || claimsEnvelope(params)
    const end = (reply: Reply): void =>
      out.end(replyText(id, reply, modernEra ? modern : null), reply)
    if (underWay.has(id) || listening.has(id))
      return end(failed(code.invalidRequest, 'A request with this id is in progress.'))
    if (modernEra) {
      const { envelope, fault } = readEnvelope(params)
      if (fault !== null) return end(fault)
      if (method === 'subscriptions/listen') {
        hearChanges()
        return listening.open(id, params, out)
      }
      return run(id, method, params, envelope, 'modern', out, end)
    }
    if (method !== 'initialize' && method !== 'ping' && legacy === null) {
      return end(
        failed(code.invalidRequest, 'Send initialize first, or name a protocol version in _meta.'),
      )
    }
    const own = ownMethod(method, params)
    if (own !== null) return end(own)
    if (legacy !== null) run(id, method, params, legacy.envelope, 'legacy', out, end)
  }

  const run = (
    id: RequestId,
    method: string,
    params: Fields | undefined,
    envelope: Envelope,
    era: Context['era'],
    out: Out,
    end: (reply: Reply) => void,
  ): void => {
    if (underWay.size >= mostRequests)
      return end(
        failed(
          code.unavailable,
          `More than ${mostRequests} requests at once. Wait for answers first.`,
        ),
      )
    const abort = new AbortController()
    const reply = answerMethod(method, params, provider, () =>
      contextOf({ provider, level, ask }, params, envelope, era, out, abort.signal),
    )
    // Lists are at hand: they are answered without a turn of the event loop.
    if (!(reply instanceof Promise)) return end(reply)
    answerLater(id, reply, { abort }, end)
  }

  /**
   * Apart from `run`: what is made here lives until the answer, which may take hours, and must not
   * keep the request's text.
   */
  const answerLater = (
    id: RequestId,
    reply: Promise<Reply>,
    mine: UnderWay,
    end: (reply: Reply) => void,
  ): void => {
    underWay.set(id, mine)
    const finish = (last: Reply): void => {
      // A cancelled request gets no answer; its id may be in use again.
      if (underWay.get(id) !== mine) return
      underWay.delete(id)
      end(last)
    }
    reply.then(finish, () =>
      finish(failed(code.internal, 'Gatehouse made a mistake while handling this request.')),
    )
  }

  const notification = ({ method, params }: Message & { kind: 'notification' }): void => {
    if (method === 'notifications/initialized' && legacy !== null) {
      legacy.ready = true
      hearChanges()
    }
    if (method !== 'notifications/cancelled') return
    const id = field(params, 'requestId')
    if (typeof id === 'string' || typeof id === 'number') self.cancel(id)
  }

  const self: ClientSession = {
    take(message, out, envelopeNeeded = false) {
      if (closed) return
      switch (message.kind) {
        case 'request':
          return request(message, out, envelopeNeeded)
        case 'notification':
          return notification(message)
        case 'response':
          return asked.get(message.id)?.(message.result)
        case 'invalid': {
          const reply = failed(
            message.fault === 'parse' ? code.parse : code.invalidRequest,
            faultText[message.fault],
          )
          return out.end(
            message.id === null
              ? strayText(reply.kind === 'failed' ? reply.code : 0, faultText[message.fault])
              : replyText(message.id, reply, null),
            reply,
          )
        }
      }
    },
    cancel(id, why = 'cancelled') {
      const found = underWay.get(id)
      if (found === undefined) return listening.cancel(id)
      underWay.delete(id)
      found.abort.abort(why)
      return true
    },
    close() {
      if (closed) return
      closed = true
      unsubscribe?.()
      for (const uri of watched.keys()) unwatch(uri)
      listening.drop()
      for (const { abort } of underWay.values()) abort.abort('cancelled')
      underWay.clear()
      for (const answer of [...asked.values()]) answer(null)
    },
    end() {
      listening.end()
      self.close()
    },
  }
  return self
}

const faultText = {
  parse: 'Parse error: this is not JSON.',
  batch: 'Invalid request: batches are not supported.',
  shape: 'Invalid request: this is not a JSON-RPC 2.0 message.',
} as const
