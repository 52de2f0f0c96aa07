// A service that answers a byte at a time and never ends: in its head, its body, its chunks, in a
// redirect, or before there is any HTTP. What counts is how each connection ends.
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** What comes at once, and what then comes again and again. */
const DRIPS = {
  'before its head': ['', '\r\n'],
  'in its head': ['HTTP/1.1 200 OK\r\nx-slow: ', 'a'],
  'with ever more headers': ['HTTP/1.1 200 OK\r\n', 'x: y\r\n'],
  'in a redirect': ['HTTP/1.1 302 Found\r\nlocation: /', 'a'],
  'in its body': [
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99999\r\n\r\n',
    ' ',
  ],
  'in a body without a length': ['HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n', ' '],
  'within a chunk': ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffff\r\n', ' '],
  'between chunks': ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\n \r\n'],
  'in the size of a chunk': ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '0'],
  'in a body of gzip': [
    // The head of gzip, and one block that is not packed.
    'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n\u001f\u008b\u0008\0\0\0\0\0\0\u0003\0\u00ff\u00ff\0\0',
    ' ',
  ],
  'in the body of a refusal': ['HTTP/1.1 500 Oh\r\ncontent-length: 99999\r\n\r\n', 'x'],
  'in its handshake': ['\u0016\u0003\u0003\u0030\0', '\0'],
} as const
export type Drip = keyof typeof DRIPS
export const drips = Object.keys(DRIPS) as readonly Drip[]

export type DripService = {
  readonly url: string
  readonly hosts: readonly string[]
  /** Connections that were made so far. */
  readonly connections: () => number
  /** Resolves when something has dripped. */
  readonly dripped: Promise<void>
  /** Resolves when every connection that was made is closed by the one who made it. */
  allClosed(): Promise<void>
}

const EVERY_MS = 20

const open: (() => Promise<void>)[] = []
if (process.env['VITEST'] !== undefined)
  (await import('vitest')).afterEach(async () => {
    for (const close of open.splice(0)) await close()
  })

/** Closed after the test. */
export async function dripService(how: Drip): Promise<DripService> {
  const [first, again] = DRIPS[how]
  const sockets = new Set<Socket>()
  const waiting: (() => void)[] = []
  let connections = 0
  const { promise: dripped, resolve: isDripped } = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    let timer: ReturnType<typeof setInterval> | undefined
    socket.once('data', () => {
      socket.write(first, 'latin1')
      timer = setInterval(() => {
        socket.write(again, 'latin1')
        isDripped()
      }, EVERY_MS)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      sockets.delete(socket)
      if (sockets.size === 0) for (const each of waiting.splice(0)) each()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  open.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => void server.close(() => resolve()))
  })
  const url = `${how === 'in its handshake' ? 'https' : 'http'}://127.0.0.1:${port}`
  return {
    url,
    hosts: [url, `127.0.0.1:${port}`],
    connections: () => connections,
    dripped,
    allClosed: () =>
      sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve)),
  }
}
