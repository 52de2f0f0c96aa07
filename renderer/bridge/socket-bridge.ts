// The IPC table over one WebSocket: matches answers to calls, heals the connection by itself, and
// says when events may have been missed. Never rejects and never keeps a call waiting on a dead
// line.
import { jsonOf } from '../../contract/read-json.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Bridge } from '../../contract/ipc/ipc.ts'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import type { Result } from '../../contract/result.ts'

const firstWaitMs = 100
const longestWaitMs = 2_000
/** Calls made while the line is down wait this long for it to come back, then fail. */
const timeoutMs = 4_000

const lost: Failure = {
  code: 'bridge.lost',
  text: 'The connection to Gatehouse was lost before it answered.',
  hint: 'It reconnects automatically. If it does not, start Gatehouse again.',
}

type Answer = Result<unknown, Failure>
type Pending = {
  readonly message: string
  readonly finish: (answer: Answer) => void
  sent: boolean
  timeout: ReturnType<typeof setTimeout> | null
}

/**
 * connecting: no answer yet since the start. lost: there was a line, it broke, and it is being
 * tried again.
 */
export type Connection = 'connecting' | 'open' | 'lost'

export type SocketBridge = {
  readonly bridge: Bridge
  /** Called at once with how it is, then at every change. */
  watch(listener: (connection: Connection) => void): () => void
  dispose(): void
}

/**
 * `connect` opens a fresh socket for each try; the pause between tries doubles from 100 ms up to 2
 * s.
 */
export function openSocketBridge({ connect }: { readonly connect: () => WebSocket }): SocketBridge {
  const pending = new Map<number, Pending>()
  const listeners = new Set<(event: PanelEvent | null) => void>()
  let socket: WebSocket | null = null
  let nextId = 1
  let failures = 0
  let everOpen = false
  let retry: ReturnType<typeof setTimeout> | null = null
  let closed = false
  let connection: Connection = 'connecting'
  const watchers = new Set<(connection: Connection) => void>()

  const become = (next: Connection): void => {
    if (connection === next) return
    connection = next
    for (const watcher of watchers) watcher(next)
  }

  const notify = (event: PanelEvent | null): void => {
    for (const listener of listeners) listener(event)
  }

  const finish = (id: number, answer: Answer): void => {
    const call = pending.get(id)
    if (call === undefined) return
    pending.delete(id)
    if (call.timeout !== null) clearTimeout(call.timeout)
    call.finish(answer)
  }

  const transmit = (call: Pending): void => {
    if (socket === null || socket.readyState !== WebSocket.OPEN) return
    if (call.timeout !== null) clearTimeout(call.timeout)
    call.timeout = null
    call.sent = true
    socket.send(call.message)
  }

  const open = (): void => {
    retry = null
    const mine = connect()
    socket = mine
    mine.addEventListener('open', () => {
      failures = 0
      become('open')
      // The first time nobody has read anything yet; after a break everybody has to read again.
      if (everOpen) notify(null)
      everOpen = true
      for (const call of pending.values()) transmit(call)
    })
    mine.addEventListener('message', (message: MessageEvent<unknown>) => {
      const frame = parseFrame(message.data)
      if (frame === null) return
      if (frame.kind === 'events') frame.events.forEach(notify)
      else finish(frame.id, frame.result)
    })
    mine.addEventListener('close', () => {
      if (socket !== mine) return
      socket = null
      // Also when the very first try fails: a page that never connects has to say so.
      become('lost')
      // What was sent may or may not have been done: nobody knows, so it is not sent a second time.
      for (const [id, call] of pending) if (call.sent) finish(id, { ok: false, error: lost })
      if (closed) return
      retry = setTimeout(open, Math.min(longestWaitMs, firstWaitMs * 2 ** failures))
      failures += 1
    })
  }

  open()

  const call = (channel: string, input: unknown): Promise<Answer> =>
    new Promise((resolve) => {
      const id = nextId++
      const entry: Pending = {
        message: JSON.stringify({ id, channel, input }),
        finish: resolve,
        sent: false,
        timeout: null,
      }
      pending.set(id, entry)
      entry.timeout = setTimeout(() => finish(id, { ok: false, error: lost }), timeoutMs)
      if (closed) finish(id, { ok: false, error: lost })
      else transmit(entry)
    })

  return {
    bridge: {
      // The server parses input and output against the same table, so the answer to a channel has
      // that channel's type.
      call: call as Bridge['call'],
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    watch(listener) {
      watchers.add(listener)
      listener(connection)
      return () => watchers.delete(listener)
    },
    dispose() {
      closed = true
      if (retry !== null) clearTimeout(retry)
      for (const id of [...pending.keys()]) finish(id, { ok: false, error: lost })
      socket?.close()
    },
  }
}

type Frame =
  | { readonly kind: 'events'; readonly events: readonly PanelEvent[] }
  | { readonly kind: 'answer'; readonly id: number; readonly result: Answer }

/**
 * Null for anything that is not one of the two frames: such a message is dropped, never guessed at.
 */
export function parseFrame(data: unknown): Frame | null {
  if (typeof data !== 'string') return null
  const value = jsonOf(data)
  if (typeof value !== 'object' || value === null) return null
  if (
    'id' in value &&
    typeof value.id === 'number' &&
    'result' in value &&
    isAnswer(value.result)
  ) {
    return { kind: 'answer', id: value.id, result: value.result }
  }
  if ('events' in value && Array.isArray(value.events) && value.events.every(isEvent))
    return { kind: 'events', events: value.events }
  return null
}

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' &&
  value !== null &&
  'ok' in value &&
  (value.ok === true
    ? 'value' in value
    : value.ok === false &&
      'error' in value &&
      typeof value.error === 'object' &&
      value.error !== null &&
      'text' in value.error)

const isEvent = (value: unknown): value is PanelEvent =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'
