// Streamable HTTP on loopback: each request is admitted, read, and handed to its era of the protocol.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConnectedClient } from '../../../../contract/server/gateway.ts'
import type { SessionId } from '../../../../contract/ids.ts'
import { claimsEnvelope } from '../protocol/envelope.ts'
import { holdsTooMany, LONG, tooManyText } from '../protocol/measure.ts'
import { readMessage, type Message } from '../protocol/message.ts'
import { code, isModern } from '../protocol/protocol.ts'
import { failed, replyText, strayText } from '../protocol/reply.ts'
import type { ProviderFor } from '../provider.ts'
import type { AgentChannel } from '../sessions/unknown-process.ts'
import { admit, type AdmissionOptions } from './admission.ts'
import { answerJson, refuse, refuseBody } from './http-answer.ts'
import { longestBody, readBody } from './http-body.ts'
import { one } from './http-headers.ts'
import { openSessions } from './http-sessions.ts'
import { openModernRequests } from './modern-requests.ts'
import { openRequestLimits } from './request-limits.ts'
import { sessionRequests } from './session-requests.ts'
import { openStreams } from './streams.ts'

export type HttpRequestsOptions = Pick<AdmissionOptions, 'clientOf' | 'hosts'> & {
  readonly providerFor: ProviderFor
  /**
   * Begins the session of an agent with a connection; and for a request without one, the session it
   * belongs to.
   */
  readonly agents?:
    | {
        readonly open: (client: string) => AgentChannel
        readonly passing: (client: string) => SessionId
      }
    | undefined
  /** Whether this connection is one too many. */
  readonly full?: () => boolean
  readonly now: () => number
  /** Somebody was turned away: with no token that is known, too often, or with too much. */
  readonly turnedAway?: AdmissionOptions['turnedAway'] | undefined
  /** A session began or ended. */
  readonly changed?: (() => void) | undefined
  readonly path?: string
}

export type HttpRequests = {
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Its sessions end, because its token is taken back. */
  forget(client: string): void
  /** Whether any client has a session or a request under way. */
  busy(): boolean
  /** Sessions that are in use. */
  connected(): readonly Omit<ConnectedClient, 'hook'>[]
  /** Every stream and session ends. */
  close(): void
}

const NO_MESSAGE = 'Bad request: this is not one JSON-RPC message.'

export function openHttpRequests(options: HttpRequestsOptions): HttpRequests {
  const { clientOf, providerFor, agents, hosts, now, changed, path = '/mcp' } = options
  const { turnedAway = () => {}, full = () => false } = options
  const admission: AdmissionOptions = { clientOf, full, hosts, path, turnedAway }
  const sessions = openSessions(providerFor, now, changed, agents?.open)
  const underWay = openRequestLimits()
  const streams = openStreams()
  const withSession = sessionRequests(sessions, streams.hold)
  const modern = openModernRequests({ providerFor, passing: agents?.passing, hold: streams.hold })

  async function post(
    request: IncomingMessage,
    response: ServerResponse,
    client: string,
  ): Promise<void> {
    const type = request.headers['content-type'] ?? ''
    if (!/^application\/json(?:\s*;.*)?$/i.test(type))
      return refuse(response, 415, 'The body has to be application/json.')
    const body = await readBody(request)
    if (body === undefined) return
    if (body === null) {
      turnedAway('too-large', client)
      return refuseBody(request, response, 413, `A message is at most ${longestBody} bytes long.`)
    }
    if (body.length > LONG && (await holdsTooMany(body)))
      return answerJson(response, 400, strayText(code.invalidRequest, tooManyText))
    const message = readMessage(body)
    if (message.kind === 'invalid') return answerJson(response, 400, invalidText(message))
    const version = one(request.headers['mcp-protocol-version'])
    if (
      (version !== undefined && isModern(version)) ||
      (message.kind === 'request' && claimsEnvelope(message.params))
    )
      return modern.take(request, response, client, message)
    return withSession.take({ request, response, client }, message, version)
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const client = admit(request, response, admission)
    if (client === null) return
    switch (request.method ?? '') {
      case 'POST':
        if (!underWay.start(client, request, response)) {
          turnedAway('throttled', client)
          return refuseBody(
            request,
            response,
            503,
            'Too many requests of this client at once. Wait for answers first.',
          )
        }
        return void post(request, response, client).catch(() => response.destroy())
      case 'GET':
        return withSession.listen({ request, response, client })
      case 'DELETE':
        return withSession.end({ request, response, client })
      default:
        return refuse(response, 405, 'Use POST, GET or DELETE.', { allow: 'POST, GET, DELETE' })
    }
  }

  return {
    handle(request, response) {
      // The one who goes away in the middle is no fault of ours.
      response.on('error', () => response.destroy())
      answer(request, response)
      if (request.method !== 'POST' || response.writableEnded) request.resume()
    },
    forget: sessions.endAllOf,
    connected: sessions.inUse,
    busy: () => sessions.any() || modern.busy(),
    close() {
      modern.endAll()
      sessions.endAll()
      streams.close()
    },
  }
}

/** Under its id, where it has one. */
function invalidText({ id, fault }: Message & { readonly kind: 'invalid' }): string {
  const which = fault === 'parse' ? code.parse : code.invalidRequest
  return id === null ? strayText(which, NO_MESSAGE) : replyText(id, failed(which, NO_MESSAGE), null)
}
