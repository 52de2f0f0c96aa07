// Sessions of clients whose process is not known, as over HTTP: one for each connection, and it ends
// with the connection. Requests that belong to no connection (protocol 2026-07-28 has none) are one
// session for each client: by them nobody can tell which agent sent them, and if each were a session
// of its own, what one of them read would be forgotten at the next.
import type { SessionId } from '../../../../contract/ids.ts'

/** A connection of the gateway. */
export type AgentChannel = {
  session(): SessionId
  close(): void
}

export type UnknownProcesses = {
  open(client: string): AgentChannel
  /** A request that belongs to no connection. */
  passing(client: string): SessionId
  /** All that this client has in use. */
  inUse(client: string): readonly SessionId[]
  /** Null: not a session of these. */
  clientOf(session: SessionId): string | null
  /** Others of the same client that may be the same agent. */
  doubtful(session: SessionId): readonly SessionId[]
  /** The agent says that it is over: what came without a connection is another session from now. */
  ended(client: string): void
}

export type UnknownProcessesDeps = {
  readonly sessionOf: (...words: readonly (string | number)[]) => SessionId
  readonly now: () => number
  /** Requests without a connection belong to a session that ended when nothing came for so long. */
  readonly idleMs: number
}

type Passing = { readonly session: SessionId; usedAt: number }

export function openUnknownProcesses(deps: UnknownProcessesDeps): UnknownProcesses {
  const { sessionOf, now, idleMs } = deps
  const connections = new Map<SessionId, string>()
  const passing = new Map<string, Passing>()
  let count = 0
  // With the time, so that none of an earlier start of the app comes again.
  const create = (client: string): SessionId =>
    sessionOf('client of the gateway:', client, now(), count++)

  const passingInUse = (client: string): Passing | null => {
    const found = passing.get(client)
    return found !== undefined && now() - found.usedAt <= idleMs ? found : null
  }
  const connected = (client: string): readonly SessionId[] =>
    [...connections].flatMap(([session, own]) => (own === client ? [session] : []))

  const clientOf = (session: SessionId): string | null =>
    connections.get(session) ??
    [...passing.keys()].find((name) => passingInUse(name)?.session === session) ??
    null

  return {
    open(client) {
      const session = create(client)
      connections.set(session, client)
      return { session: () => session, close: () => void connections.delete(session) }
    },
    passing(client) {
      const found = passingInUse(client) ?? { session: create(client), usedAt: 0 }
      passing.set(client, found)
      found.usedAt = now()
      return found.session
    },
    inUse(client) {
      const loose = passingInUse(client)
      return [...connected(client), ...(loose === null ? [] : [loose.session])]
    },
    clientOf,
    doubtful(session) {
      const client = clientOf(session)
      if (client === null) return []
      if (!connections.has(session)) return connected(client)
      const loose = passingInUse(client)
      return loose === null ? [] : [loose.session]
    },
    ended: (client) => void passing.delete(client),
  }
}
