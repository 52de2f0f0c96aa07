// The WebSocket side: calls in, answers and events out. A message that cannot be read is answered,
// not fatal. A page that does not keep up is cut off; it connects again and reads again, for
// nothing is only in an event.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { SOCKET } from '../../../contract/ipc/wire.ts'
import type { App } from '../app.ts'
import { openBatches } from '../page/event-batches.ts'
import { type IpcRouter, isOwnOrigin, ownHost } from './requests.ts'
import { serveCalls } from './page-calls.ts'
import type { Refusal, ReturnSockets } from './return/return-sockets.ts'

/** Largest message a page may send: a task of 100,000 characters, escaped, with room. */
const MAX_MESSAGE = 1024 * 1024
/** Bytes that may wait for a page that does not read. */
const MAX_WAITING = 8 * 1024 * 1024
const HEARTBEAT = 30_000
/** How long a page may take to say goodbye, in milliseconds. */
const TIMEOUT = 500

export type Sockets = {
  /** Ends the line of every page that is open. How many there were. */
  closePages(): number
  /** Says goodbye to every page; done when all are gone. */
  dispose(): Promise<void>
}

export type SocketOptions = {
  readonly server: Server
  readonly app: App
  readonly router: IpcRouter
  /** What pages say beside their line, about coming back. */
  readonly returning: ReturnSockets
  readonly maxWaiting?: number
}

export function openSockets({
  server,
  app,
  router,
  returning,
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
    const host = ownHost(request, router.hosts)
    if (host === null || !isOwnOrigin(request, host)) return refuse(stream, '403 Forbidden')
    const admitted = router.entry.admits(request.headers.cookie)
    const inside = admitted ? router.base.within(request.url ?? '') : null
    const taken = returning.take({ request, stream, head }, inside)
    if (taken === null) return
    if (taken !== undefined) return refuse(stream, taken)
    if (inside !== `/${SOCKET}`) return refuse(stream, admitted ? '404 Not Found' : '403 Forbidden')
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
    serveCalls(socket, app, (answer) => {
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
    closePages() {
      const open = sockets.clients.size
      for (const socket of sockets.clients) socket.close(1008, 'This page was closed.')
      return open
    },
    dispose: () =>
      new Promise((resolve) => {
        clearInterval(beat)
        server.off('upgrade', upgrade)
        returning.dispose()
        for (const socket of sockets.clients) socket.close(1001, 'Gatehouse ends.')
        // A page that does not answer the closing handshake must not hold up the end.
        const timeout = setTimeout(
          () => sockets.clients.forEach((socket) => socket.terminate()),
          TIMEOUT,
        )
        sockets.close(() => {
          clearTimeout(timeout)
          resolve()
        })
      }),
  }
}

function refuse(stream: Duplex, status: Refusal): void {
  stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
