// The browser host: the window over loopback HTTP and WebSocket. Listens on 127.0.0.1 and no other
// address.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Failure, failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { App } from '../app.ts'
import { openPageFiles } from '../page/files.ts'
import { peerUser } from '../peer-user.ts'
import { makeBase } from './base.ts'
import { openEntry } from './entry.ts'
import { answerRequests, type IpcRouter, ENTER } from './requests.ts'
import { openSockets } from './sockets.ts'

/** Where a person finds Gatehouse again, if nobody else is there. */
export const USUAL_PORT = 4747

export type BrowserHost = {
  readonly port: number
  /** A new one-time link for a browser. Good for ten minutes and one use. */
  newLink(): string
  /** Closes every connection. The app lives on: the one who opened it ends it. */
  dispose(): Promise<void>
}

export type BrowserOptions = {
  readonly app: App
  /** The built renderer. */
  readonly pageFolder: string
  /** Null: the usual port, or any if that is taken. */
  readonly port: number | null
  /** Monotonic, in milliseconds. */
  readonly now?: () => number
  /** Whose connection it is; left out: as the system says. */
  readonly peer?: typeof peerUser
}

/** Fails with `browser.port-taken` or `browser.cannot-listen`. */
export async function openBrowserHost(
  options: BrowserOptions,
): Promise<Result<BrowserHost, Failure>> {
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 30_000 })
  const port = await listenOn(server, options.port)
  if (!port.ok) return port

  const base = makeBase()
  const entry = openEntry({
    name: `gatehouse_${port.value}`,
    path: base.path,
    now: options.now ?? (() => performance.now()),
  })
  const hosts = [`127.0.0.1:${port.value}`, `localhost:${port.value}`]
  const router: IpcRouter = {
    entry,
    base,
    hosts,
    files: openPageFiles(options.pageFolder),
    peer: options.peer ?? peerUser,
  }
  server.on('request', answerRequests(router))
  const sockets = openSockets({ server, app: options.app, router })

  return ok({
    port: port.value,
    newLink: () => `http://127.0.0.1:${port.value}${ENTER}?token=${entry.newToken()}`,
    async dispose() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await sockets.dispose()
      server.closeAllConnections()
      await closed
    },
  })
}

async function listenOn(server: Server, wanted: number | null): Promise<Result<number, Failure>> {
  const first = await listen(server, wanted ?? USUAL_PORT)
  if (first.ok || wanted !== null || first.error.code !== 'browser.port-taken') return first
  return listen(server, 0)
}

function listen(server: Server, port: number): Promise<Result<number, Failure>> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      server.off('listening', listening)
      resolve(err(cannotListen(port, error)))
    }
    const listening = (): void => {
      server.off('error', failed)
      // A TCP server's address is always of this shape once it listens.
      resolve(ok((server.address() as AddressInfo).port))
    }
    server
      .once('error', failed)
      .once('listening', listening)
      .listen({ host: '127.0.0.1', port, exclusive: true })
  })
}

function cannotListen(port: number, error: NodeJS.ErrnoException): Failure {
  if (error.code === 'EADDRINUSE')
    return failure(
      'browser.port-taken',
      `Port ${port} is in use by another program.`,
      'Choose another with --port, or leave it out.',
    )
  return failure(
    'browser.cannot-listen',
    `Gatehouse cannot listen on 127.0.0.1:${port}: ${error.code ?? error.message}.`,
    'Choose another port with --port.',
  )
}
