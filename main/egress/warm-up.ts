// Loads and compiles what one request takes, before one is waited for: the first page of a process
// would otherwise hold up everything else for as long as that takes. Nothing goes out: its socket is
// in memory.
import { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { canonicalUrl } from './canonical-url.ts'
import { openOutbound } from './outbound.ts'

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 5\r\n\r\nhello'
const URL = 'http://example.org/a?b=c'
/** A public one, which nothing connects to. */
const ADDRESS = '93.184.215.14'
/** By then the engine has compiled what is used most. */
const ROUNDS = 4
const PAUSE_MS = 50

/** Ends early when `over` says so. Never rejects: a request that fails has warmed up as much. */
export async function warmUpRequests(over: () => boolean = () => false): Promise<void> {
  const outbound = openOutbound({
    // The first reads the list of public suffixes.
    hosts: () => ['*.example.net', 'example.org', '127.0.0.1:8080'],
    resolve: async () => [ADDRESS],
    connect: answeringSocket,
  })
  for (let round = 0; round < ROUNDS && !over(); round += 1) {
    const touch = canonicalUrl({ hosts: ['example.org'] })('GET', URL)
    await pause(PAUSE_MS, undefined, { ref: false })
    if (!touch.ok) break
    const { signal } = new AbortController()
    await outbound.power({ permitted: [touch.value], signal }).fetch({
      method: 'GET',
      url: URL,
      headers: { accept: 'text/html' },
      body: null,
      credential: null,
      timeoutMs: 5_000,
      maxBytes: ANSWER.length,
      maxRedirects: 1,
    })
    await pause(PAUSE_MS, undefined, { ref: false })
  }
  await outbound.dispose()
}

/** Whatever is asked, it answers once. */
function answeringSocket(): Socket {
  let answered = false
  const socket = new Duplex({
    read() {},
    write(_chunk, _encoding, done) {
      if (!answered) socket.push(ANSWER)
      answered = true
      done()
    },
  })
  setImmediate(() => socket.emit('connect'))
  // What speaks HTTP asks for a stream in both directions, and no more.
  return Object.assign(socket, { setNoDelay: () => socket }) as unknown as Socket
}
