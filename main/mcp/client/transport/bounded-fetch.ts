// The fetch that the protocol library is given for one server: the person's headers go to its
// address and nowhere else, answers are measured while they come, and other places are reached only
// by the way that signing in has.
import type { Transformer } from 'node:stream/web'
import { failure } from '../../../../contract/failure.ts'
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
  /** Whether the server's last word was that it does not let us in. */
  readonly onChallenge?: ((is: boolean) => void) | undefined
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
    onChallenge,
    trimLater,
  }: BoundedFetchDeps) =>
  async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input)
    const own = url.origin === base.origin
    const send = own ? toServer : elsewhere
    if (send === null) throw new Error(`${url.origin} is not the address of this server.`)
    /** Else it is about signing in. */
    const speaks = own && url.pathname === base.pathname
    const all = new Headers(init.headers)
    if (speaks)
      for (const [name, value] of Object.entries(headers)) if (!all.has(name)) all.set(name, value)

    // A signal of its own for each request: the library's lives as long as the connection, and
    // would collect a listener for each.
    const { signal: outer, ...rest } = init
    const stop = new AbortController()
    const abort = (): void => stop.abort(outer?.reason)
    outer?.addEventListener('abort', abort, { once: true })
    if (outer?.aborted === true) abort()
    const tooLate = (): void => stop.abort(signInFault(url, 'does not come to its end'))
    const late = speaks ? undefined : setTimeout(tooLate, limits.signInMs).unref()
    const done = (): void => {
      clearTimeout(late)
      outer?.removeEventListener('abort', abort)
    }
    try {
      const response = await send(url, {
        ...rest,
        headers: all,
        signal: stop.signal,
        redirect: 'manual',
      })
      const { body, status } = response
      if (speaks) onChallenge?.(status === 401 || status === 403)
      // A code, or what we are registered with, is for whom it was sent to.
      if (!speaks && init.method === 'POST' && status >= 300 && status < 400) {
        await body?.cancel()
        throw signInFault(url, 'is a redirect, and nothing is sent on')
      }
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
        most:
          !response.ok || !speaks ? Math.min(limits.signInBytes, ERROR_BYTES) : limits.messageBytes,
        wrong: (what) => {
          if (!speaks) return signInFault(url, what)
          onFault(`sent a message that ${what}`)
          return new Error(`The server sent a message that ${what}.`)
        },
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

/** An authorization server may be another than the server, and ends no session of it. */
const signInFault = ({ host }: URL, what: string): Error => {
  const text = `The answer of ${host} about signing in ${what}.`
  return new Error(text, { cause: failure('server.sign-in', text) })
}

type Metered = Pick<BoundedFetchDeps, 'limits' | 'onBytes'> & {
  readonly streamed: boolean
  readonly most: number
  readonly counts: number[]
  wrong(what: string): Error
  done(): void
}

/** In a stream of events the bounds are those of one line, as one line carries one message. */
function metered({
  limits,
  streamed,
  most,
  counts,
  wrong: faultOf,
  onBytes,
  done,
}: Metered): TransformStream<Uint8Array, Uint8Array> {
  const meter = openJsonMeter(limits)
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
      controller.error(faultOf(wrong))
    },
    flush() {
      counts.push(meter.values())
      done()
    },
    cancel: done,
  }
  return new TransformStream<Uint8Array, Uint8Array>(transformer)
}
