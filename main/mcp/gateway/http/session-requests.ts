// Requests of the older era: each belongs to a session, which an `initialize` opens.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Message } from '../protocol/message.ts'
import { legacyVersions, modernVersions } from '../protocol/protocol.ts'
import { httpOut, legacyStatus, openStream, refuse } from './http-answer.ts'
import { one } from './http-headers.ts'
import type { Session, Sessions } from './http-sessions.ts'

/** A request, where its answer goes, and the client whose token it brought. */
type Asked = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly client: string
}

export type SessionRequests = {
  take(asked: Asked, message: Message, version: string | undefined): void
  /** The stream for what belongs to no request. */
  listen(asked: Asked): void
  /** The client has no more use for it. */
  end(asked: Asked): void
}

export function sessionRequests(
  sessions: Sessions,
  hold: (response: ServerResponse) => void,
): SessionRequests {
  /** Null: there is none, and the client was told so. */
  const sessionOf = ({ request, response, client }: Asked): Session | null => {
    const id = one(request.headers['mcp-session-id'])
    const session = id === undefined ? null : sessions.get(id, client)
    if (id === undefined)
      refuse(response, 400, 'Send initialize first, then its Mcp-Session-Id with every request.')
    else if (session === null)
      refuse(response, 404, 'This session has ended. Send initialize again.')
    return session
  }

  return {
    take(asked, message, version) {
      const { response, client } = asked
      if (message.kind === 'request' && message.method === 'initialize') {
        const session = sessions.open(client)
        return session.clientSession.take(
          message,
          httpOut(response, legacyStatus, () => hold(response), { 'mcp-session-id': session.id }),
        )
      }
      const session = sessionOf(asked)
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
    },

    listen(asked) {
      const { request, response } = asked
      if (!/text\/event-stream|\*\/\*/.test(request.headers.accept ?? ''))
        return refuse(response, 406, 'This sends text/event-stream.')
      const session = sessionOf(asked)
      if (session === null) return
      // A client that lost its stream asks again before we may have noticed: the newest counts.
      session.stream?.end()
      session.stream = response
      openStream(response)
      hold(response)
      response.on('close', () => {
        if (session.stream === response) session.stream = null
      })
    },

    end(asked) {
      const session = sessionOf(asked)
      if (session === null) return
      sessions.end(session)
      asked.response.writeHead(204).end()
    },
  }
}
