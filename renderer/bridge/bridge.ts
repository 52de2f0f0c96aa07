// Chooses how this window talks to Gatehouse. The only file that knows there are two ways.
import type { Bridge } from '../../contract/ipc/ipc.ts'
import { type ExposedBridge, SOCKET } from '../../contract/ipc/wire.ts'
import { openPageReturn, type PageReturn } from './page-return.ts'
import { type Connection, openSocketBridge, parseFrame } from './socket-bridge.ts'

declare global {
  interface Window {
    /** Put there by the preload of the Electron host; absent in the browser. */
    readonly gatehouse?: ExposedBridge
  }
}

export type Line = {
  readonly bridge: Bridge
  /** How this page comes back after a restart; null where it cannot, or need not. */
  readonly pageReturn: PageReturn | null
  /** Called at once with how the connection is, then at every change. */
  watch(listener: (connection: Connection) => void): () => void
}

/** What is written in the page: as `PageReturnDeps` has it, and what to do right before it leaves. */
type Written = { readonly wouldLose: () => boolean; readonly putBy: () => void }

/** The preload's bridge where there is one, else a socket beside the page. */
export function openLine(page: Window & typeof globalThis, written: Written): Line {
  if (page.gatehouse !== undefined)
    return { bridge: overIpc(page.gatehouse), watch: alwaysOpen, pageReturn: null }
  const { href } = page.location
  const line = openSocketBridge({ connect: () => new WebSocket(socketBeside(href)) })
  return {
    bridge: line.bridge,
    watch: line.watch,
    // Outside of a secure context there are no keys.
    pageReturn: page.isSecureContext ? returnOf(page, line.watch, written) : null,
  }
}

const returnOf = (
  page: Window & typeof globalThis,
  watch: Line['watch'],
  { wouldLose, putBy }: Written,
): PageReturn =>
  openPageReturn({
    connect: (path, where) =>
      new WebSocket(socketBeside(page.location.href, where === 'public' ? `/${path}` : path)),
    port: Number(page.location.port),
    subtle: page.crypto.subtle,
    watch,
    wouldLose,
    async isWatched() {
      const workers = (await page.navigator.serviceWorker?.getRegistrations()) ?? []
      return workers.length > 0
    },
    leave(url) {
      putBy()
      const { pathname, search } = new URL(url)
      // The same screen: the browser carries what is behind # over the link to the window.
      page.location.replace(`${pathname}${search}${page.location.hash}`)
    },
  })

const overIpc = ({ call, subscribe }: ExposedBridge): Bridge => ({
  // Main parses input and output against the same table, so the answer to a channel has that
  // channel's type.
  call: call as Bridge['call'],
  subscribe: (listener) =>
    subscribe((message) => {
      const frame = parseFrame(message)
      if (frame?.kind === 'events') frame.events.forEach((event) => listener(event))
    }),
})

/**
 * The socket's address from the page's: the same folder, for the page lives below a path that only
 * its address knows.
 */
export function socketBeside(page: string, path: string = SOCKET): URL {
  const address = new URL(path, page)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return address
}

/**
 * Inside Electron the line is the process itself: it cannot be lost without the window going too.
 */
const alwaysOpen: Line['watch'] = (listener) => {
  listener('open')
  return () => undefined
}
