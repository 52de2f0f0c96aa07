// Requests of the protocol since 2026-07-28: each says by itself all that a session said before, so
// none belongs to one.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SessionId } from '../../../../contract/ids.ts'
import { openClientSession } from '../client-session.ts'
import { readEnvelope } from '../protocol/envelope.ts'
import type { Message } from '../protocol/message.ts'
import { code } from '../protocol/protocol.ts'
import { modernMembers, replyText, type Reply } from '../protocol/reply.ts'
import type { ProviderFor } from '../provider.ts'
import { answerJson, httpOut, modernStatus } from './http-answer.ts'
import { headerFault } from './http-headers.ts'

export type ModernRequests = {
  take(request: IncomingMessage, response: ServerResponse, client: string, message: Message): void
  /** Whether any is under way. */
  busy(): boolean
  endAll(): void
}

export type ModernRequestsDeps = {
  readonly providerFor: ProviderFor
  /** The session that a request without a connection belongs to. */
  readonly passing: ((client: string) => SessionId) | undefined
  readonly hold: (response: ServerResponse) => void
}

export function openModernRequests(deps: ModernRequestsDeps): ModernRequests {
  const { providerFor, passing, hold } = deps
  const enders = new Set<() => void>()
  return {
    take(request, response, client, message) {
      if (message.kind !== 'request')
        return void response.writeHead(message.kind === 'notification' ? 202 : 400).end()
      const provider = providerFor(client, passing && (() => passing(client)))
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
    },
    busy: () => enders.size > 0,
    endAll() {
      for (const end of enders) end()
    },
  }
}
