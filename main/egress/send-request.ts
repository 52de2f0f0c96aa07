// One request on a socket of its own, with Node's HTTP client. undici does the same for a server that
// is spoken with for long; loading it takes the processor some 50 ms, which the first page that an
// agent fetches would hold up everything else for.
import { setImmediate } from 'node:timers/promises'
import { request, type IncomingMessage } from 'node:http'
import type { Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Method } from '../../contract/call/touch.ts'
import { defaultPort } from './allowlist.ts'
import type { Dialler } from './dial.ts'
import { broken } from './fault.ts'

/** Response headers larger than this are refused. */
export const MAX_HEADER_BYTES = 32 * 1024

/** Answers of 1xx before the one that counts. */
const MOST_EARLY = 16

export type SentRequest = {
  readonly method: Method
  readonly url: string
  /** As it is on the wire, which may hold more than `url` does. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export type Answering = {
  readonly status: number
  readonly headers: Readonly<Record<string, string[] | undefined>>
  readonly body: IncomingMessage
  /** Closes the socket, whatever is still to come. */
  close(): void
}

/**
 * Its socket is opened for this request, so that its check is this call's check. Fails as the dialler
 * does; rejects where what comes is no HTTP, or with the signal.
 */
export async function sendRequest(
  { method, url, path, headers, body }: SentRequest,
  dial: Dialler,
  signal: AbortSignal,
): Promise<Result<Answering, Failure>> {
  const { protocol, host, hostname, port } = new URL(url)
  const target = {
    protocol,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort(protocol) : Number(port),
  }
  const opened = await dial(target, signal).catch((thrown: unknown) => err(broken(thrown)))
  if (!opened.ok) return opened
  const socket = opened.value
  try {
    await setImmediate()
    return ok(
      await new Promise<Answering>((resolve, reject) => {
        const asking = request({
          method,
          path,
          headers: {
            host,
            ...headers,
            // By hand: Node frames no body of DELETE, and its first bytes were the next request.
            ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }),
            connection: 'close',
          },
          createConnection: () => socket,
          maxHeaderSize: MAX_HEADER_BYTES,
          signal,
        })
        // Stays on: what breaks after the answer has come is heard by who reads its body.
        asking.on('error', reject)
        asking.once('upgrade', () => reject(new Error('The server changes the protocol.')))
        let early = 0
        asking.on('information', () => {
          early += 1
          if (early > MOST_EARLY) reject(new Error('The server says too much before its answer.'))
        })
        asking.once('response', (answer) =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headersDistinct,
            body: answer,
            close: () => void socket.destroy(),
          }),
        )
        asking.end(body ?? undefined)
      }),
    )
  } catch (thrown) {
    socket.destroy()
    throw thrown
  }
}
