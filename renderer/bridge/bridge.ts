// Chooses how this window talks to Gatehouse. The only file that knows there are two ways.
import type { Bridge } from '../../contract/ipc/ipc.ts'
import { type ExposedBridge, SOCKET } from '../../contract/ipc/wire.ts'
import { type Connection, openSocketBridge, parseFrame } from './socket-bridge.ts'

declare global {
  interface Window {
    /** Put there by the preload of the Electron host; absent in the browser. */
    readonly gatehouse?: ExposedBridge
  }
}

export type Line = {
  readonly bridge: Bridge
  /** Called at once with how the connection is, then at every change. */
  watch(listener: (connection: Connection) => void): () => void
}

/** The preload's bridge where there is one, else a socket beside the page. */
export function openLine(page: Window): Line {
  if (page.gatehouse !== undefined) return { bridge: overIpc(page.gatehouse), watch: alwaysOpen }
  return openSocketBridge({ connect: () => new WebSocket(socketBeside(page.location.href)) })
}

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
export function socketBeside(page: string): URL {
  const address = new URL(SOCKET, page)
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
