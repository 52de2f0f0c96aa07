// Loads and compiles what one request takes, before one is waited for: the first page of a process
// would otherwise hold up everything else for as long as that takes. Nothing goes out: its socket is
// in memory.
import { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ok } from '../../contract/result.ts'
import { readBody } from './body.ts'
import { canonicalUrl } from './canonical-url.ts'
import { sendRequest } from './send-request.ts'

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 5\r\n\r\nhello'
/** By then the engine has compiled what is used most. */
const ROUNDS = 4
const PAUSE_MS = 50

/** Ends early when `over` says so. Rejects where Node's own client does not work. */
export async function warmUpRequests(over: () => boolean = () => false): Promise<void> {
  for (let round = 0; round < ROUNDS && !over(); round += 1) {
    canonicalUrl({ hosts: [] })('GET', 'https://example.org/a?b=c')
    await pause(PAUSE_MS, undefined, { ref: false })
    const sent = await sendRequest(
      {
        method: 'GET',
        url: 'http://example.org/',
        path: '/',
        headers: { accept: 'text/html' },
        body: null,
      },
      async () => ok(answeringSocket()),
      new AbortController().signal,
    )
    if (!sent.ok) return
    await readBody(sent.value.body, '', ANSWER.length)
    sent.value.close()
    await pause(PAUSE_MS, undefined, { ref: false })
  }
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
  // What speaks HTTP asks for a stream in both directions, and no more.
  return socket as Socket
}
