// Sits between a transport and the protocol library: what is no message ends the session, answers
// that nobody asked for and second answers are dropped and counted, and neither notifications nor
// requests of the server can drown us.
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { Limits } from '../limits.ts'
import { CUT_OFF } from '../faults/faults.ts'
import { wordUnknownParts } from '../unknown-parts.ts'

export type GuardDeps = {
  readonly limits: Limits
  readonly now: () => number
  /** What is wrong with what it sent. Perhaps more than once. */
  readonly onFault: (what: string) => void
  /** What of it is not heard, in words that go after its name. Perhaps often. */
  readonly onDropped?: (what: string) => void
  /** Every message that is let through. */
  readonly onReceived?: (message: JSONRPCMessage) => void
}

export type Dropped = {
  readonly answers: number
  readonly notes: number
  readonly requests: number
}
export type Guarded = { readonly transport: Transport; dropped(): Dropped }

type Id = string | number
type Shape = {
  readonly id?: unknown
  readonly method?: unknown
  readonly result?: unknown
  readonly error?: unknown
}
/** A whole number that is exactly what was written: another one could never be answered. */
const isId = (id: unknown): id is Id => typeof id === 'string' || Number.isSafeInteger(id)
type SendOptions = Parameters<Transport['send']>[1]
const WINDOW_MS = 10_000

/** Takes the transport over: its handlers are the guard's from here on. */
export function guarded(
  inner: Transport,
  { limits, now, onFault, onDropped = () => {}, onReceived }: GuardDeps,
): Guarded {
  const waiting = new Set<Id>()
  const asking = new Set<Id>()
  let answers = 0
  let requests = 0
  let notes = 0
  let window = { since: now(), seen: 0 }
  /** Periods in a row in which more came than is heard. */
  let loud = 0

  const receive = (
    message: JSONRPCMessage,
    extra?: Parameters<NonNullable<Transport['onmessage']>>[1],
  ): void => {
    const shape: unknown = message
    if (shape === null || typeof shape !== 'object' || Array.isArray(shape))
      return onFault('sent an invalid message')
    const { id, method, result, error }: Shape = shape
    if ((shape as { jsonrpc?: unknown }).jsonrpc !== '2.0')
      return onFault('sent an invalid message')
    if (method === undefined) {
      if ((result === undefined) === (error === undefined))
        return onFault('sent an answer that is none')
      if (!isId(id) || !waiting.delete(id)) {
        answers += 1
        return onDropped('answered what nobody had asked')
      }
      wordUnknownParts(message)
    } else if (typeof method !== 'string') return onFault('sent an invalid message')
    else if (id === undefined) {
      if (!passes(method)) return
    } else if (!isId(id) || asking.has(id))
      return onFault('sent a request whose id is none, or is taken')
    else if (asking.size >= limits.pendingRequests) {
      requests += 1
      onDropped(`had more than ${limits.pendingRequests} requests open at once`)
      const busy = {
        jsonrpc: '2.0' as const,
        id,
        error: { code: -32_000, message: 'Too many requests at once.' },
      }
      void inner.send(busy).catch(() => {})
      return
    } else asking.add(id)
    // The library hears a notification a moment later, and an answer at once: progress that came just
    // before its answer would find nobody waiting any more.
    if (method === undefined) queueMicrotask(() => pass(message, extra))
    else pass(message, extra)
  }
  const pass: typeof receive = (message, extra) => {
    onReceived?.(message)
    transport.onmessage?.(message, extra)
  }
  const passes = (method: string): boolean => {
    if (now() - window.since > WINDOW_MS) {
      // Quiet since then: a server that was loud a while ago begins at nothing.
      const wasLoud = window.seen > limits.notesReceived && now() - window.since < 2 * WINDOW_MS
      loud = wasLoud ? loud + 1 : 0
      window = { since: now(), seen: 0 }
      if (loud >= limits.notesPeriods)
        onFault(
          `sent more than ${limits.notesReceived} notifications in ten seconds, ${loud} times in a row`,
        )
    }
    window.seen += 1
    if (window.seen > limits.notesMost)
      onFault(`sent more than ${limits.notesMost} notifications in ten seconds`)
    // That its lists have changed must not be lost: however often it is said, they are read once.
    if (window.seen <= limits.notesReceived || method.endsWith('/list_changed')) return true
    notes += 1
    onDropped(`sent more than ${limits.notesReceived} notifications in ten seconds`)
    return false
  }

  /**
   * The stream that was to bring an answer has ended. Nobody else says so to anyone who waits,
   * until their time is up.
   */
  const cutOff = (id: Id, options: SendOptions): void => {
    if (options?.onRequestStreamEnd !== undefined) return options.onRequestStreamEnd()
    if (!waiting.delete(id)) return
    transport.onmessage?.({
      jsonrpc: '2.0',
      id,
      error: { code: CUT_OFF, message: 'The stream ended before the answer.' },
    })
  }

  const transport: Transport = {
    start: () => inner.start(),
    close: () => inner.close(),
    send: async (message, options) => {
      const { id, method }: Shape = message
      if (method === undefined && isId(id)) asking.delete(id)
      if (typeof method === 'string' && isId(id)) {
        if (waiting.size >= limits.pending)
          throw new Error(`The server owes ${limits.pending} answers already.`)
        waiting.add(id)
        // Where each request has a stream of its own, ending that is how it is called off.
        options?.requestSignal?.addEventListener('abort', () => waiting.delete(id), { once: true })
      }
      if (method === 'notifications/cancelled') {
        const { params } = message as { params?: { requestId?: unknown } }
        if (isId(params?.requestId)) waiting.delete(params.requestId)
      }
      await inner.send(
        message,
        typeof method === 'string' && isId(id)
          ? { ...options, onRequestStreamEnd: () => cutOff(id, options) }
          : options,
      )
    },
    get sessionId() {
      return inner.sessionId
    },
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    setSupportedProtocolVersions: (versions) => inner.setSupportedProtocolVersions?.(versions),
    ...(inner.hasPerRequestStream === undefined
      ? {}
      : { hasPerRequestStream: inner.hasPerRequestStream }),
    ...('pid' in inner ? { pid: null, stderr: null } : {}),
  }
  inner.onmessage = receive
  inner.onerror = (error) => transport.onerror?.(error)
  inner.onclose = () => transport.onclose?.()
  return { transport, dropped: () => ({ answers, notes, requests }) }
}
