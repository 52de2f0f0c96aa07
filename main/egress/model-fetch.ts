// The fetch that model clients get: one server, streaming, through the same dialler.
import type { Agent } from 'undici'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { isAddress } from './address.ts'
import { defaultPort } from './allowlist.ts'
import { openDialler } from './dial.ts'
import type { AddressRule, DialWays } from './dial.ts'
import { hostForm } from './host-name.ts'
import { connectorOf, dialFault, loadUndici, MAX_HEADER_BYTES } from './undici-origin.ts'

export type ModelFetchNeeds = {
  readonly ways: DialWays
  readonly closing: AbortSignal
}

/** One pool of connections per server, shared by nobody else. */
export function openModelFetch({ ways, closing }: ModelFetchNeeds) {
  const agents = new Map<string, Promise<Agent>>()

  const agentFor = (origin: string): Promise<Agent> => {
    const known = agents.get(origin)
    if (known !== undefined) return known
    const opened = loadUndici().then(
      ({ Agent }) =>
        new Agent({
          connect: connectorOf(openDialler(ways, serverRule(origin)), closing),
          allowH2: false,
          maxHeaderSize: MAX_HEADER_BYTES,
          // A model may think for long before its first word; the caller's signal and stop button end it.
          headersTimeout: 600_000,
          bodyTimeout: 600_000,
        }),
    )
    agents.set(origin, opened)
    return opened
  }

  const fetchFor =
    (baseUrl: string): typeof fetch =>
    async (input, init) => {
      const request = new Request(input, init)
      const base = originOf(baseUrl)
      if (base === null)
        throw refused(
          failure('net.url', `The model server's address ${baseUrl} is not an http or https address.`, 'Correct it in Settings.'),
        )
      const url = new URL(request.url)
      if (url.origin !== base) {
        throw refused(failure('net.not-permitted', `The model may only be asked at ${base}, not at ${url.origin}.`))
      }
      const { fetch: send } = await loadUndici()
      const signal = AbortSignal.any([request.signal, closing])
      try {
        const response = await send(url.href, {
          method: request.method,
          headers: [...request.headers],
          body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
          redirect: 'manual',
          signal,
          dispatcher: await agentFor(base),
        })
        if (response.status >= 300 && response.status < 400 && response.headers.has('location')) {
          await response.body?.cancel()
          throw refused(
            failure(
              'net.redirect-elsewhere',
              `The model server at ${base} redirects (${response.status}).`,
              'Configure the address it redirects to.',
            ),
          )
        }
        // undici's Response is the one Node's own fetch returns; its types only come from another package.
        return response as unknown as Response
      } catch (thrown) {
        if (signal.aborted) throw signal.reason
        const why = dialFault(thrown)
        throw why === null ? thrown : refused(why)
      }
    }

  return {
    fetchFor,
    dispose: async (): Promise<void> => {
      const open = await Promise.all(agents.values())
      agents.clear()
      await Promise.all(open.map((agent) => agent.destroy()))
    },
  }
}

/** Null: no address of the web. */
export function originOf(baseUrl: string): string | null {
  if (!URL.canParse(baseUrl)) return null
  const { protocol, origin } = new URL(baseUrl)
  return protocol === 'http:' || protocol === 'https:' ? origin : null
}

/**
 * The person wrote this server's address, so a private network is fine and an address literal is taken at its word. A
 * public name may not turn out to be this machine, and no name may turn out to be a metadata service or worse.
 */
export const serverRule = (origin: string): AddressRule => {
  const { protocol, hostname, port } = new URL(origin)
  const bare = hostname.replace(/^\[|\]$/g, '')
  return (target, _address, is) => {
    if (target.host !== bare || target.port !== (port === '' ? defaultPort(protocol) : Number(port))) return false
    if (isAddress(bare)) return true
    if (is === 'public' || is === 'private' || is === 'unique-local' || is === 'shared') return true
    return is === 'loopback' && hostForm(hostname) !== 'public-name'
  }
}

/** As a fetch throws it: a plain sentence, the `Failure` as its cause. */
export const refused = (why: Failure): TypeError =>
  new TypeError(why.hint === undefined ? why.text : `${why.text} ${why.hint}`, { cause: why })
