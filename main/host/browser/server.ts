// The browser host: the window over loopback HTTP and WebSocket. Listens on 127.0.0.1 and no other
// address.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Failure, failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { App } from '../app.ts'
import { openPageFiles } from '../page/files.ts'
import { peerUser } from '../peer-user.ts'
import type { ReturningPages } from '../../pages/returning-pages.ts'
import { makeBase } from './base.ts'
import { openEntry } from './entry.ts'
import { answerRequests, type IpcRouter, ENTER } from './requests.ts'
import { openReturnSockets } from './return/return-sockets.ts'
import { openSockets } from './sockets.ts'

/** Where a person finds Gatehouse again, if nobody else is there. */
export const USUAL_PORT = 4747

export type BrowserHost = {
  readonly port: number
  /** A new one-time link for a browser. Good for ten minutes and one use. */
  newLink(): string
  /** Ends every page and every link; none of them comes back. How many pages were open, and where. */
  closePages(): { readonly pages: number; readonly port: number }
  /** Closes every connection. The app lives on: the one who opened it ends it. */
  dispose(): Promise<void>
}

export type BrowserOptions = {
  readonly app: App
  /** Pages that may come back after a restart. */
  readonly pages: ReturningPages
  /** The built renderer. */
  readonly pageFolder: string
  /** Null: where pages wait for this home, or the usual port, or any if that is taken. */
  readonly port: number | null
  /** Monotonic, in milliseconds. */
  readonly now?: () => number
  /** Epoch milliseconds. */
  readonly today?: () => number
  /** How long a page may take to come back, in milliseconds; left out: as long as usual. */
  readonly longestReturn?: number
  /** Whose connection it is; left out: as the system says. */
  readonly peer?: typeof peerUser
}

/** Fails with `browser.port-taken` or `browser.cannot-listen`. */
export async function openBrowserHost(
  options: BrowserOptions,
): Promise<Result<BrowserHost, Failure>> {
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 30_000 })
  const port = await listenOn(server, options.port, options.pages.port())
  if (!port.ok) return port

  const now = options.now ?? (() => performance.now())
  const base = makeBase()
  const entry = openEntry({
    name: `gatehouse_${port.value}`,
    path: base.path,
    now,
    today: options.today ?? Date.now,
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
  const link = (enteredAt?: number): string =>
    `http://127.0.0.1:${port.value}${ENTER}?token=${entry.newToken(enteredAt)}`
  const returning = openReturnSockets({
    entry,
    peer: router.peer,
    pages: options.pages,
    port: port.value,
    newLink: link,
    now,
    longest: options.longestReturn,
  })
  const sockets = openSockets({ server, app: options.app, router, returning })

  return ok({
    port: port.value,
    newLink: () => link(),
    closePages() {
      options.pages.forgetAll()
      entry.close()
      return { pages: sockets.closePages(), port: port.value }
    },
    async dispose() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await sockets.dispose()
      server.closeAllConnections()
      await closed
    },
  })
}

/** `waited`: where pages of this home look for it. */
async function listenOn(
  server: Server,
  wanted: number | null,
  waited: number | null,
): Promise<Result<number, Failure>> {
  if (wanted !== null) return listen(server, wanted)
  const tries = waited === null || waited === USUAL_PORT ? [USUAL_PORT] : [waited, USUAL_PORT]
  for (const port of tries) {
    const listening = await listen(server, port)
    if (listening.ok || listening.error.code !== 'browser.port-taken') return listening
  }
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
