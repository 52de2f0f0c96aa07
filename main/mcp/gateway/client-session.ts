// One client over one connection or session: what it said at the start, what it has under way, what
// it wants to hear of. Speaks both eras; each request says itself of which it is. Knows no
// transport and no tool.
import { claimsEnvelope, readEnvelope, type Envelope } from './protocol/envelope.ts'
import type { Message } from './protocol/message.ts'
import { answerMethod } from './methods.ts'
import { openListening } from './listening.ts'
import type { GivenUp, Out } from './protocol/client-output.ts'
import { code, field, type Fields, type RequestId } from './protocol/protocol.ts'
import { contextOf } from './request-context.ts'
import type { Context, Provider } from './provider.ts'
import {
  failed,
  modernMembers,
  notificationText,
  replyText,
  strayText,
  type Reply,
} from './protocol/reply.ts'
import { openClientAsks } from './client-asks.ts'
import { openLegacySession } from './legacy-session.ts'
import { openRequestsUnderWay } from './requests-under-way.ts'

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

export function openClientSession({
  provider,
  loose,
  mostRequests = usualMost,
}: ClientSessionOptions): ClientSession {
  const underWay = openRequestsUnderWay()
  const modern = modernMembers(provider.info)
  const legacy = openLegacySession(provider)
  const asks = openClientAsks()
  let closed = false
  let unsubscribe: (() => void) | null = null
  const listening = openListening(provider, modern)

  /** Changes are heard only once somebody wants to know of them. */
  const hearChanges = (): void => {
    unsubscribe ??= provider.onChange((change) => {
      listening.notify(change)
      if (!legacy.isReady()) return
      if (change.kind !== 'updated')
        loose(notificationText(`notifications/${change.kind}/list_changed`))
      else if (legacy.watches(change.uri))
        loose(notificationText('notifications/resources/updated', { uri: change.uri }))
    })
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
    if (method !== 'initialize' && method !== 'ping' && legacy.envelope() === null) {
      return end(
        failed(code.invalidRequest, 'Send initialize first, or name a protocol version in _meta.'),
      )
    }
    const own = legacy.own(method, params)
    if (own !== null) return end(own)
    const envelope = legacy.envelope()
    if (envelope !== null) run(id, method, params, envelope, 'legacy', out, end)
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
    if (underWay.count() >= mostRequests)
      return end(
        failed(
          code.unavailable,
          `More than ${mostRequests} requests at once. Wait for answers first.`,
        ),
      )
    const abort = new AbortController()
    const reply = answerMethod(method, params, provider, () =>
      contextOf(
        { provider, level: legacy.logLevel(), ask: asks.ask },
        params,
        envelope,
        era,
        out,
        abort.signal,
      ),
    )
    // Lists are at hand: they are answered without a turn of the event loop.
    if (!(reply instanceof Promise)) return end(reply)
    underWay.add(id, reply, abort, end)
  }

  const notification = ({ method, params }: Message & { kind: 'notification' }): void => {
    if (method === 'notifications/initialized' && legacy.becomeReady()) hearChanges()
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
          return asks.answered(message.id, message.result)
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
      return underWay.cancel(id, why) || listening.cancel(id)
    },
    close() {
      if (closed) return
      closed = true
      unsubscribe?.()
      legacy.close()
      listening.drop()
      underWay.close()
      asks.close()
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
