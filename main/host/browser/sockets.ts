// The WebSocket side: calls in, answers and events out. A message that cannot be read is answered,
// not fatal. A page that does not keep up is cut off; it connects again and reads again, for
// nothing is only in an event.
import { letGo } from '../../../contract/let-go.ts'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { failure } from '../../../contract/failure.ts'
import { err } from '../../../contract/result.ts'
import { SOCKET, type SocketAnswer, type SocketCall } from '../../../contract/ipc/wire.ts'
import type { App } from '../app.ts'
import { openBatches } from '../page/event-batches.ts'
import { type IpcRouter, isOwnOrigin, ownHost } from './requests.ts'

/** Largest message a page may send: a task of 100,000 characters, escaped, with room. */
const MAX_MESSAGE = 1024 * 1024
/** Bytes that may wait for a page that does not read. */
const MAX_WAITING = 8 * 1024 * 1024
/** Calls of one page that may be under way at once. */
const MAX_CALLS = 64
const HEARTBEAT = 30_000
/** How long a page may take to say goodbye, in milliseconds. */
const PATIENCE = 500

const Call = z.strictObject({
  id: z.int(),
  channel: z.string().max(100),
  input: z.unknown(),
}) satisfies z.ZodType<SocketCall>

export type Sockets = {
  /** Says goodbye to every page; done when all are gone. */
  dispose(): Promise<void>
}

export type SocketOptions = {
  readonly server: Server
  readonly app: App
  readonly router: IpcRouter
  readonly maxWaiting?: number
}

export function openSockets({
  server,
  app,
  router,
  maxWaiting = MAX_WAITING,
}: SocketOptions): Sockets {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    perMessageDeflate: false,
  })
  const alive = new WeakSet<WebSocket>()

  const send = (socket: WebSocket, message: string): void => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > maxWaiting) return socket.terminate()
    socket.send(message)
  }

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on('error', () => stream.destroy())
    const refusal = refuses(router, request)
    if (refusal !== null) return refuse(stream, refusal)
    sockets.handleUpgrade(request, stream, head, (socket) =>
      sockets.emit('connection', socket, request),
    )
  }
  server.on('upgrade', upgrade)

  sockets.on('connection', (socket) => {
    alive.add(socket)
    socket.on('pong', () => alive.add(socket))
    // ws closes the connection itself with the right code (too big, not UTF-8 …); there is nothing
    // to add.
    socket.on('error', () => undefined)
    const batches = openBatches((message) => send(socket, message))
    const unsubscribe = app.subscribe(batches.add)
    socket.on('close', () => {
      unsubscribe()
      batches.dispose()
    })
    hear(socket, app, (answer) => {
      batches.flush()
      send(socket, JSON.stringify(answer))
    })
  })

  const beat = setInterval(() => {
    for (const socket of sockets.clients) {
      if (!alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, HEARTBEAT)

  return {
    dispose: () =>
      new Promise((resolve) => {
        clearInterval(beat)
        server.off('upgrade', upgrade)
        for (const socket of sockets.clients) socket.close(1001, 'Gatehouse ends.')
        // A page that does not answer the closing handshake must not hold up the end.
        const patience = setTimeout(
          () => sockets.clients.forEach((socket) => socket.terminate()),
          PATIENCE,
        )
        sockets.close(() => {
          clearTimeout(patience)
          resolve()
        })
      }),
  }
}

function hear(socket: WebSocket, app: App, send: (answer: SocketAnswer) => void): void {
  let underWay = 0
  socket.on('message', (data, isBinary) => {
    const call = isBinary || !Buffer.isBuffer(data) ? null : readCall(data.toString('utf8'))
    if (call === null) {
      return send({
        id: null,
        result: err(
          failure(
            'ipc.bad-message',
            'A message was not one JSON object with id, channel and input.',
          ),
        ),
      })
    }
    if (underWay >= MAX_CALLS) {
      return send({
        id: call.id,
        result: err(
          failure(
            'ipc.busy',
            'This page has too many calls in progress.',
            'Wait for an answer and try again.',
          ),
        ),
      })
    }
    underWay += 1
    letGo(
      app.call(call.channel, call.input, { surface: 'browser' }).then((result) => {
        underWay -= 1
        send({ id: call.id, result })
      }),
    )
  })
}

function readCall(text: string): SocketCall | null {
  try {
    const call = Call.safeParse(JSON.parse(text))
    return call.success ? call.data : null
  } catch {
    return null
  }
}

/** Why this upgrade is refused, as an HTTP status; null where it may come in. */
function refuses(
  { entry, base, hosts }: IpcRouter,
  request: IncomingMessage,
): '403 Forbidden' | '404 Not Found' | null {
  const host = ownHost(request, hosts)
  if (host === null || !isOwnOrigin(request, host) || !entry.admits(request.headers.cookie))
    return '403 Forbidden'
  return base.within(request.url ?? '') === `/${SOCKET}` ? null : '404 Not Found'
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
