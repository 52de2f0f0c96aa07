// The fetch that the client of one external server gets, through the same dialler: its own address, and where it sends a person
// to sign in. Streams; redirects come back as they are, so nothing is followed that was not looked at.
import type { Agent } from 'undici'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { openDialler } from './dial.ts'
import type { AddressRule } from './dial.ts'
import { hostForm } from './host-name.ts'
import type { ModelFetchNeeds } from './model-fetch.ts'
import { originOf, refused, serverRule } from './model-fetch.ts'
import { connectorOf, dialFault, loadUndici, MAX_HEADER_BYTES } from './undici-origin.ts'

/** Null: it may be reached, as far as addresses go. */
type Allowed = (url: URL) => Failure | null

export function openServerFetch({ ways, closing }: ModelFetchNeeds) {
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
          // A stream of events may be silent for hours; each call has a time of its own.
          headersTimeout: 0,
          bodyTimeout: 0,
        }),
    )
    agents.set(key, opened)
    return opened
  }

  const send =
    (key: string, rule: AddressRule, allowed: Allowed): typeof fetch =>
    async (input, init) => {
      const request = new Request(input, init)
      const no = allowed(new URL(request.url))
      if (no !== null) throw refused(no)
      const { fetch: go } = await loadUndici()
      const signal = AbortSignal.any([request.signal, closing])
      try {
        const response = await go(request.url, {
          method: request.method,
          headers: [...request.headers],
          body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
          redirect: 'manual',
          signal,
          dispatcher: await agentFor(key, rule),
        })
        // undici's Response is the one Node's own fetch returns; its types only come from another package.
        return response as unknown as Response
      } catch (thrown) {
        if (signal.aborted) throw signal.reason
        const why = dialFault(thrown)
        throw why === null ? thrown : refused(why)
      }
    }

  return {
    /** Throws a plain sentence where the address is none. */
    serverFetch: (url: string): typeof fetch => {
      const base = originOf(url)
      if (base === null) throw refused(failure('net.url', `The server's address ${url} is not an http or https address.`, 'Correct it.'))
      return send(`server ${base}`, serverRule(base), ({ origin }) =>
        origin === base ? null : failure('net.not-permitted', `This server may only be asked at ${base}, not at ${origin}.`),
      )
    },
    /** Where to ask is what the server says, so: encrypted and public, but for the host that the person wrote themselves. */
    signInFetch: (url: string): typeof fetch => {
      const own = new URL(url)
      const rule: AddressRule = (target, address, is) =>
        is === 'public' || (target.host === own.hostname.replace(/^\[|\]$/g, '') && ownRule(target)(target, address, is))
      return send(`sign-in ${own.origin}`, rule, ({ protocol, hostname, origin }) => {
        const here = hostname === own.hostname && own.protocol === 'http:' && hostForm(hostname) !== 'public-name'
        if (protocol === 'https:' || (protocol === 'http:' && here)) return null
        return failure('net.not-permitted', `The server sends to ${origin} for signing in, which is not encrypted.`)
      })
    },
    dispose: async (): Promise<void> => {
      const open = await Promise.all(agents.values())
      agents.clear()
      await Promise.all(open.map((agent) => agent.destroy()))
    },
  }
}

const ownRule = ({ protocol, host, port }: { protocol: string; host: string; port: number }): AddressRule =>
  serverRule(`${protocol}//${host.includes(':') ? `[${host}]` : host}:${port}`)
