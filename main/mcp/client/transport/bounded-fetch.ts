// The fetch that the protocol library is given for one server: the person's headers go to its
// address and nowhere else, answers are measured while they come, and other places are reached only
// by the way that signing in has.
import type { Transformer } from 'node:stream/web'
import { openJsonMeter } from './json-meter.ts'
import { bodyAsksForList, trimBody } from './list-trimmer.ts'
import type { TrimLater } from './trim-list.ts'
import type { Limits } from '../limits.ts'
import type { Fetch } from '../deps.ts'

export type BoundedFetchDeps = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly limits: Limits
  /** To the server's own origin. */
  readonly toServer: Fetch
  /** To anywhere else; null: nowhere. */
  readonly elsewhere: Fetch | null
  readonly onFault: (what: string) => void
  readonly onBytes: (bytes: number) => void
  readonly trimLater?: TrimLater | undefined
}

const NEWLINE = 0x0a
const ERROR_BYTES = 1024 * 1024

export const boundedFetch =
  ({
    url: base,
    headers,
    limits,
    toServer,
    elsewhere,
    onFault,
    onBytes,
    trimLater,
  }: BoundedFetchDeps) =>
  async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input)
    const own = url.origin === base.origin
    const send = own ? toServer : elsewhere
    if (send === null) throw new Error(`${url.origin} is not the address of this server.`)
    const all = new Headers(init.headers)
    if (own && url.pathname === base.pathname)
      for (const [name, value] of Object.entries(headers)) if (!all.has(name)) all.set(name, value)

    // A signal of its own for each request: the library's lives as long as the connection, and
    // would collect a listener for each.
    const { signal: outer, ...rest } = init
    const stop = new AbortController()
    const abort = (): void => stop.abort(outer?.reason)
    outer?.addEventListener('abort', abort, { once: true })
    if (outer?.aborted === true) abort()
    const done = (): void => outer?.removeEventListener('abort', abort)
    try {
      const response = await send(url, {
        ...rest,
        headers: all,
        signal: stop.signal,
        redirect: 'manual',
      })
      const { body, status } = response
      if (body === null || (status >= 300 && status < 400)) {
        done()
        return response
      }
      /** Of each message that has come to its end. */
      const counts: number[] = []
      const stage = metered({
        limits,
        counts,
        streamed: isStream(response),
        failed: !response.ok,
        onFault,
        onBytes,
        done,
      })
      const measured = body.pipeThrough(stage)
      const left =
        trimLater === undefined
          ? measured
          : trimBody(measured, {
              streamed: isStream(response),
              trim: trimLater,
              most: limits.definitionChars,
              awaitsList: bodyAsksForList(rest.body),
              values: () => counts.shift() ?? 0,
            })
      return new Response(left, {
        status,
        statusText: response.statusText,
        headers: response.headers,
      })
    } catch (thrown) {
      done()
      throw thrown
    }
  }

const isStream = (response: Response): boolean =>
  /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')

type Metered = Pick<BoundedFetchDeps, 'limits' | 'onFault' | 'onBytes'> & {
  readonly streamed: boolean
  readonly failed: boolean
  readonly counts: number[]
  done(): void
}

/** In a stream of events the bounds are those of one line, as one line carries one message. */
function metered({
  limits,
  streamed,
  failed,
  counts,
  onFault,
  onBytes,
  done,
}: Metered): TransformStream<Uint8Array, Uint8Array> {
  const meter = openJsonMeter(limits)
  const most = failed ? ERROR_BYTES : limits.messageBytes
  let bytes = 0
  const measure = (piece: Uint8Array): string | null => {
    bytes += piece.length
    return bytes > most ? `is longer than ${most} bytes` : meter.feed(piece)
  }
  const measureLines = (chunk: Uint8Array): string | null => {
    let from = 0
    for (;;) {
      const end = chunk.indexOf(NEWLINE, from)
      const wrong = measure(chunk.subarray(from, end === -1 ? chunk.length : end))
      if (wrong !== null || end === -1) return wrong
      counts.push(meter.values())
      bytes = 0
      meter.reset()
      from = end + 1
    }
  }
  const transformer: Transformer<Uint8Array, Uint8Array> & { cancel(): void } = {
    transform(chunk, controller) {
      onBytes(chunk.length)
      const wrong = streamed ? measureLines(chunk) : measure(chunk)
      if (wrong === null) return controller.enqueue(chunk)
      done()
      controller.error(new Error(`The server sent a message that ${wrong}.`))
      onFault(`sent a message that ${wrong}`)
    },
    flush() {
      counts.push(meter.values())
      done()
    },
    cancel: done,
  }
  return new TransformStream<Uint8Array, Uint8Array>(transformer)
}
