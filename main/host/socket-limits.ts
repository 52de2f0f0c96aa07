// How many connections the local socket serves, by kind: connected agents can never take the ones
// that the command line, hooks and the emergency stop need. The kind is known from the first
// request; until then a connection is waiting.
import type { Socket } from 'node:net'
import { failure, type Failure } from '../../contract/failure.ts'
import { err } from '../../contract/result.ts'
import { toLine, type Answer } from './socket-wire.ts'

/**
 * reserve: the command line once its own connections are taken; only what stops and answers calls
 * is served there.
 */
export type ConnectionKind = 'waiting' | 'agent' | 'hook' | 'person' | 'reserve'

export const usualConnections: Readonly<Record<ConnectionKind, number>> = {
  waiting: 64,
  agent: 64,
  hook: 64,
  person: 64,
  reserve: 16,
}

/**
 * What a connection of the reserve may ask for: to stop everything, and to see and answer what is
 * held.
 */
const reserved: ReadonlySet<string> = new Set([
  'emergency-stop.stop',
  'app.state',
  'app.running',
  'approvals.list',
  'approvals.get',
  'approvals.answer',
])

/** A connection that has asked for nothing is closed after this long. */
export const silentMs = 10_000

export type ConnectionLimits<Connection> = {
  /**
   * A new connection, waiting for its first request. Gives the one that has to go for it, the
   * longest silent one.
   */
  admit(connection: Connection): Connection | null
  /** What it asks for says of which kind it is. A failure: no more of that kind are served. */
  use(connection: Connection, asks: Asks): Failure | null
  leave(connection: Connection): void
  /** Whether it has asked for nothing yet. */
  waits(connection: Connection): boolean
}

export type Asks =
  | { readonly kind: 'mcp' }
  | { readonly kind: 'exec' }
  | { readonly kind: 'subscribe' }
  | { readonly kind: 'yield' }
  | { readonly kind: 'call'; readonly channel: string }

export function openConnectionLimits<Connection>(
  most = usualConnections,
): ConnectionLimits<Connection> {
  const kinds = new Map<Connection, ConnectionKind>()
  const count = (kind: ConnectionKind): number =>
    [...kinds.values()].filter((one) => one === kind).length
  const become = (connection: Connection, kind: ConnectionKind): boolean => {
    if (kinds.get(connection) === kind) return true
    if (count(kind) >= most[kind]) return false
    kinds.set(connection, kind)
    return true
  }
  return {
    admit(connection) {
      // A map keeps the order of arrival, so the first that waits has been silent for longest.
      const silent =
        count('waiting') < most.waiting
          ? undefined
          : [...kinds].find(([, kind]) => kind === 'waiting')
      if (silent !== undefined) kinds.delete(silent[0])
      kinds.set(connection, 'waiting')
      return silent?.[0] ?? null
    },
    use(connection, asks) {
      const now = kinds.get(connection) ?? 'waiting'
      if (asks.kind === 'mcp')
        return become(connection, 'agent')
          ? null
          : full(
              `${most.agent} connections of agents`,
              'Close one of them, or wait until it ends, then try again.',
            )
      if (now === 'person' || (now === 'hook' && isHook(asks))) return null
      if (isHook(asks))
        return become(connection, 'hook')
          ? null
          : full(`${most.hook} hooks`, 'Answer the calls that are held: gatehouse approvals list')
      if (become(connection, 'person')) return null
      if (asks.kind === 'call' && reserved.has(asks.channel) && become(connection, 'reserve'))
        return null
      return full(
        `${most.person} connections of the command line`,
        'End some of these commands. Until then only stop-everything and approvals are served.',
      )
    },
    leave: (connection) => void kinds.delete(connection),
    waits: (connection) => kinds.get(connection) === 'waiting',
  }
}

/** Each of them is one call of an agent that waits. */
const isHook = (asks: Asks): boolean =>
  asks.kind === 'exec' ||
  (asks.kind === 'call' && (asks.channel === 'hook.decide' || asks.channel === 'hook.ended'))

const full = (what: string, how: string): Failure =>
  failure('socket.full', `Gatehouse already serves ${what}, the most it takes.`, how)

/**
 * Said to a connection that had asked for nothing when its place was needed, or its time was up.
 */
export const tooSilent: Failure = failure(
  'socket.silent',
  'This connection sent no request, so Gatehouse closed it.',
  'Connect again and send the request at once.',
)

/** How long a refused connection may take to read why. */
const lastWordMs = 2_000

/**
 * The sentence is read before the end: closing a socket with unread requests in it would drop what
 * was written to it.
 */
export function sayLast(socket: Socket, why: Failure, id: number | null = null): void {
  socket.removeAllListeners('data').resume()
  socket.end(toLine({ id, result: err(why) } satisfies Answer))
  setTimeout(() => socket.destroy(), lastWordMs).unref()
}
