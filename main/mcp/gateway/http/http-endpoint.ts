// Streamable HTTP on loopback. Who may come in: a client with its token, through a name of this
// machine, from no web page.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConnectedClient } from '../../../../contract/server/gateway.ts'
import type { SessionId } from '../../../../contract/ids.ts'
import {
  answerJson,
  httpOut,
  legacyStatus,
  modernStatus,
  openStream,
  refuse,
  refuseBody,
} from './http-answer.ts'
import { longestBody, readBody } from './http-body.ts'
import { openRequestLimits } from './request-limits.ts'
import { headerFault, one } from './http-headers.ts'
import { openSessions, type Session } from './http-sessions.ts'
import { claimsEnvelope, readEnvelope } from '../protocol/envelope.ts'
import { holdsTooMany, LONG, tooManyText } from '../protocol/measure.ts'
import { readMessage, type Message } from '../protocol/message.ts'
import { openClientSession } from '../client-session.ts'
import { code, isModern, legacyVersions, modernVersions } from '../protocol/protocol.ts'
import { failed, modernMembers, replyText, strayText, type Reply } from '../protocol/reply.ts'
import type { AgentChannel } from '../sessions/unknown-process.ts'
import type { ProviderFor } from '../provider.ts'

export type HttpRequestsOptions = {
  /** The client whose token it is, by the `Authorization` header. */
  readonly clientOf: (authorization: string | undefined) => string | null
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
  /** `127.0.0.1:4748` and the like: the names this server answers to. */
  readonly hosts: () => readonly string[]
  readonly now: () => number
  /** Somebody was turned away: with no token that is known, too often, or with too much. */
  readonly turnedAway?: ((why: TurnedAway, client: string | null) => void) | undefined
  /** A session began or ended. */
  readonly changed?: (() => void) | undefined
  readonly path?: string
}

export type TurnedAway = 'token-refused' | 'throttled' | 'too-large'

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

const keepAliveMs = 15_000

export function openHttpRequests(options: HttpRequestsOptions): HttpRequests {
  const {
    clientOf,
    providerFor,
    agents,
    hosts,
    now,
    changed,
    turnedAway = () => {},
    full = () => false,
    path = '/mcp',
  } = options
  const sessions = openSessions(providerFor, now, changed, agents?.open)
  const underWay = openRequestLimits()
  const streams = new Set<ServerResponse>()
  const enders = new Set<() => void>()
  const keepAlive = setInterval(() => {
    for (const stream of streams) if (!stream.writableEnded) stream.write(': still here\n\n')
  }, keepAliveMs)
  keepAlive.unref()
  const hold = (response: ServerResponse): void => {
    streams.add(response)
    response.on('close', () => streams.delete(response))
  }

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
    const version = one(request.headers['mcp-protocol-version'])
    const modern = version !== undefined && isModern(version)
    if (message.kind === 'invalid') {
      const reply = failed(
        message.fault === 'parse' ? code.parse : code.invalidRequest,
        'Bad request: this is not one JSON-RPC message.',
      )
      return answerJson(
        response,
        400,
        message.id === null
          ? strayText(
              reply.kind === 'failed' ? reply.code : 0,
              'Bad request: this is not one JSON-RPC message.',
            )
          : replyText(message.id, reply, null),
      )
    }
    if (modern || (message.kind === 'request' && claimsEnvelope(message.params)))
      return stateless(request, response, client, message)
    return withSession(request, response, client, message, version)
  }

  function stateless(
    request: IncomingMessage,
    response: ServerResponse,
    client: string,
    message: Message,
  ): void {
    if (message.kind !== 'request')
      return void response.writeHead(message.kind === 'notification' ? 202 : 400).end()
    const provider = providerFor(client, agents && (() => agents.passing(client)))
    const badRequest = (reply: Reply): void =>
      answerJson(response, 400, replyText(message.id, reply, modernMembers(provider.info)))
    const { fault } = readEnvelope(message.params)
    const mismatch = headerFault(request.headers, message)
    // A version that is unknown in body and header alike is told so; where the two differ, that
    // comes first.
    if (
      mismatch !== null &&
      (fault === null || fault.kind !== 'failed' || fault.code === code.unsupportedVersion)
    )
      return badRequest(mismatch)
    if (fault !== null) return badRequest(fault)
    const clientSession = openClientSession({ provider, loose: () => {} })
    const end = (): void => clientSession.end()
    enders.add(end)
    response.on('close', () => {
      enders.delete(end)
      // Closing the stream is how a client of this era cancels.
      clientSession.close()
    })
    clientSession.take(
      message,
      httpOut(response, modernStatus, () => hold(response)),
      true,
    )
  }

  function withSession(
    request: IncomingMessage,
    response: ServerResponse,
    client: string,
    message: Message,
    version: string | undefined,
  ): void {
    if (message.kind === 'request' && message.method === 'initialize') {
      const session = sessions.open(client)
      return session.clientSession.take(
        message,
        httpOut(response, legacyStatus, () => hold(response), { 'mcp-session-id': session.id }),
      )
    }
    const session = sessionOf(request, response, client)
    if (session === null) return
    if (version !== undefined && !legacyVersions.some((known) => known === version)) {
      return refuse(
        response,
        400,
        `Unsupported protocol version. Supported: ${[...modernVersions, ...legacyVersions].join(', ')}.`,
      )
    }
    if (message.kind !== 'request') {
      session.clientSession.take(message, { send: () => {}, end: () => {} })
      return void response.writeHead(202).end()
    }
    response.on('close', () => {
      if (!response.writableFinished) session.clientSession.cancel(message.id, 'gone')
    })
    session.clientSession.take(
      message,
      httpOut(response, legacyStatus, () => hold(response)),
    )
  }

  function sessionOf(
    request: IncomingMessage,
    response: ServerResponse,
    client: string,
  ): Session | null {
    const id = one(request.headers['mcp-session-id'])
    const session = id === undefined ? null : sessions.get(id, client)
    if (id === undefined)
      refuse(response, 400, 'Send initialize first, then its Mcp-Session-Id with every request.')
    else if (session === null)
      refuse(response, 404, 'This session has ended. Send initialize again.')
    return session
  }

  function listen(request: IncomingMessage, response: ServerResponse, client: string): void {
    if (!/text\/event-stream|\*\/\*/.test(request.headers.accept ?? ''))
      return refuse(response, 406, 'This sends text/event-stream.')
    const session = sessionOf(request, response, client)
    if (session === null) return
    // A client that lost its stream asks again before we may have noticed: the newest counts.
    session.stream?.end()
    session.stream = response
    openStream(response)
    hold(response)
    response.on('close', () => {
      if (session.stream === response) session.stream = null
    })
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    if (full()) {
      turnedAway('throttled', null)
      return refuseBody(
        request,
        response,
        503,
        'Gatehouse serves no more connections at once. Close some, and try again.',
      )
    }
    const host = request.headers.host?.toLowerCase()
    // A name that somebody else's DNS points at this machine must not reach us.
    if (host === undefined || !hosts().includes(host))
      return refuse(response, 403, 'Gatehouse answers only to the names of this machine.')
    const { origin } = request.headers
    if (origin !== undefined && origin.toLowerCase() !== `http://${host}`)
      return refuse(response, 403, 'Gatehouse answers to no web page here.')
    if ((request.url ?? '').split('?', 1)[0] !== path)
      return refuse(response, 404, `Gatehouse answers at ${path}.`)
    const client = clientOf(request.headers.authorization)
    if (client === null) {
      turnedAway('token-refused', null)
      return refuse(
        response,
        401,
        'This needs the token of a client: gatehouse clients add NAME.',
        {
          'www-authenticate': 'Bearer realm="gatehouse"',
        },
      )
    }
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
        return listen(request, response, client)
      case 'DELETE': {
        const session = sessionOf(request, response, client)
        if (session === null) return
        sessions.end(session)
        return void response.writeHead(204).end()
      }
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
    busy: () => sessions.any() || enders.size > 0,
    close() {
      clearInterval(keepAlive)
      for (const end of enders) end()
      sessions.endAll()
      for (const stream of streams) stream.end()
    },
  }
}
