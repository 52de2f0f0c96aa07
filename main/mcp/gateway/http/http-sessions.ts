// Sessions of clients of the older era, over HTTP. Each belongs to the client whose token opened
// it, and to no other.
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { ConnectedClient } from '../../../../contract/server/gateway.ts'
import { writeEvent } from './http-answer.ts'
import { openClientSession, type ClientSession } from '../client-session.ts'
import type { AgentChannel } from '../sessions/unknown-process.ts'
import type { ProviderFor } from '../provider.ts'

export type Session = {
  readonly id: string
  readonly client: string
  readonly clientSession: ClientSession
  readonly agent: AgentChannel | null
  /** The one stream for what belongs to no request. */
  stream: ServerResponse | null
  readonly openedAt: number
  usedAt: number
}

export type Sessions = {
  open(client: string): Session
  /** Null also for one of another client: who does not know it is not told that it exists. */
  get(id: string, client: string): Session | null
  end(session: Session): void
  /** Of a client whose token is taken back. */
  endAllOf(client: string): void
  endAll(): void
  /** Used within the last minutes, or with a stream. */
  any(): boolean
  /** The same, each with its client. */
  inUse(): readonly Omit<ConnectedClient, 'hook'>[]
}

const recentMs = 5 * 60_000

const mostOfClient = 32
const idleMs = 60 * 60_000

/** @param entered begins the session of an agent; what it gives is closed with the connection. */
export function openSessions(
  providerFor: ProviderFor,
  now: () => number,
  changed: () => void = () => {},
  entered: (client: string) => AgentChannel | null = () => null,
): Sessions {
  const all = new Map<string, Session>()
  const end = (session: Session): void => {
    if (!all.delete(session.id)) return
    session.clientSession.close()
    session.stream?.end()
    session.agent?.close()
    changed()
  }
  const isUsed = ({ stream, usedAt }: Session): boolean =>
    stream !== null || now() - usedAt < recentMs
  const evictSession = (client: string): void => {
    for (const session of all.values()) if (now() - session.usedAt > idleMs) end(session)
    const own = [...all.values()].filter((session) => session.client === client)
    // The one that was quiet for longest has to begin again; its client is told so by a 404.
    if (own.length >= mostOfClient)
      end(own.reduce((oldest, session) => (session.usedAt < oldest.usedAt ? session : oldest)))
  }
  return {
    open(client) {
      evictSession(client)
      const loose = (text: string): void => {
        if (session.stream !== null) writeEvent(session.stream, text)
      }
      const agent = entered(client)
      const session: Session = {
        id: randomBytes(24).toString('base64url'),
        client,
        clientSession: openClientSession({ provider: providerFor(client, agent?.session), loose }),
        agent,
        stream: null,
        openedAt: now(),
        usedAt: now(),
      }
      all.set(session.id, session)
      changed()
      return session
    },
    get(id, client) {
      const session = all.get(id)
      if (session === undefined || session.client !== client) return null
      session.usedAt = now()
      return session
    },
    end,
    endAllOf: (client) =>
      [...all.values()].filter((session) => session.client === client).forEach(end),
    endAll: () => [...all.values()].forEach(end),
    any: () => [...all.values()].some(isUsed),
    inUse: () =>
      [...all.values()]
        .filter(isUsed)
        .map(({ client, openedAt }) => ({ name: client, over: 'http', since: openedAt })),
  }
}
