// The browser host: the window over loopback HTTP and WebSocket. Listens on 127.0.0.1 and no other
// address.
import { createServer } from 'node:http'
import type { Failure } from '../../../contract/failure.ts'
import { ok, type Result } from '../../../contract/result.ts'
import type { App } from '../app.ts'
import { openPageFiles } from '../page/files.ts'
import { peerUser } from '../peer-user.ts'
import type { ReturningPages } from '../../pages/returning-pages.ts'
import { makeBase } from './base.ts'
import { openEntry } from './entry.ts'
import { listenOn } from './port.ts'
import { answerRequests, type IpcRouter, ENTER } from './requests.ts'
import { openReturnSockets } from './return/return-sockets.ts'
import { openSockets } from './sockets.ts'

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
