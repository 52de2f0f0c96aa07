// Pools of connections for anyone who talks to one server for long: a fetch through our own dialler
// that streams, and follows nothing.
import type { Agent } from 'undici'
import { withHint, type Failure } from '../../contract/failure.ts'
import { openDialler, type AddressRule, type DialWays } from './dial.ts'
import { endingWith } from './ending-body.ts'
import { MAX_HEADER_BYTES } from './send-request.ts'
import { connectorOf, dialFault, loadUndici } from './undici-origin.ts'

export type FetchPoolDeps = {
  readonly ways: DialWays
  readonly closing: AbortSignal
}

export type FetchPool = {
  /**
   * Redirects come back as they are. `key`: requests of one key share connections. Rejects with a
   * plain sentence, or as the signal says; `asker` is the signal that the request was made with.
   */
  send(
    request: Request,
    asker: AbortSignal | null | undefined,
    key: string,
    rule: AddressRule,
  ): Promise<Response>
  dispose(): Promise<void>
}

/** @param silenceMs how long a server may say nothing, before its answer and within it; zero: as long as the caller waits. */
export function openFetchPool({ ways, closing }: FetchPoolDeps, silenceMs: number): FetchPool {
  const agents = new Map<string, Promise<Agent>>()

  const agentFor = (key: string, rule: AddressRule): Promise<Agent> => {
    const known = agents.get(key)
    if (known !== undefined) return known
    const opened = loadUndici().then(
      ({ Agent }) =>
        new Agent({
          connect: connectorOf(openDialler(ways, rule), closing),
          allowH2: false,
          maxHeaderSize: MAX_HEADER_BYTES,
          headersTimeout: silenceMs,
          bodyTimeout: silenceMs,
        }),
    )
    agents.set(key, opened)
    return opened
  }

  return {
    async send(request, asker, key, rule) {
      const { fetch } = await loadUndici()
      const stop = new AbortController()
      const { signal } = stop
      // Listeners, and no signal made of both: such ones, and a request's own, are held weakly.
      const untie = [asker ?? request.signal, closing].map((one) => {
        const abort = (): void => stop.abort(one.reason)
        one.addEventListener('abort', abort, { once: true })
        if (one.aborted) abort()
        return () => one.removeEventListener('abort', abort)
      })
      const over = (): void => untie.forEach((each) => each())
      try {
        const response = await fetch(request.url, {
          method: request.method,
          headers: [...request.headers],
          body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
          redirect: 'manual',
          signal,
          dispatcher: await agentFor(key, rule),
        })
        // undici's Response is the one Node's own fetch returns; its types only come from another
        // package.
        return endingWith(response as unknown as Response, signal, over)
      } catch (thrown) {
        over()
        if (signal.aborted) throw signal.reason
        const why = dialFault(thrown)
        throw why === null ? thrown : refused(why)
      }
    },
    dispose: async () => {
      const open = await Promise.all(agents.values())
      agents.clear()
      await Promise.all(open.map((agent) => agent.destroy()))
    },
  }
}

/** As a fetch throws it: a plain sentence, the `Failure` as its cause. */
export const refused = (why: Failure): TypeError => new TypeError(withHint(why), { cause: why })
