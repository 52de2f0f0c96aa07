// The fetch that the client of one external server gets, through the same dialler: its own address,
// and where it sends a person to sign in. Streams; redirects come back as they are, so nothing is
// followed that was not looked at.
import type { Destination } from '../../contract/credential.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { AddressRule } from './dial.ts'
import { openFetchPool, refused, type FetchPoolDeps } from './fetch-pool.ts'
import { hostForm } from './host-name.ts'
import { originOf, serverRule } from './model-fetch.ts'

/** Null: it may be reached, as far as addresses go. */
type Allowed = (url: URL) => Failure | null

/** A stream of events may be silent for hours; each call has a time of its own. */
const SILENCE_MS = 0

export function openServerFetch(deps: FetchPoolDeps) {
  const pool = openFetchPool(deps, SILENCE_MS)
  const send =
    (key: string, rule: AddressRule, allowed: Allowed): typeof fetch =>
    async (input, init) => {
      const request = new Request(input, init)
      const no = allowed(new URL(request.url))
      if (no !== null) throw refused(no)
      return pool.send(request, init?.signal, key, rule)
    }

  return {
    /** Throws a plain sentence where the address is none. */
    serverFetch: (url: string): typeof fetch => {
      const base = originOf(url)
      if (base === null)
        throw refused(
          failure(
            'net.url',
            `The server's address ${url} is not an http or https address.`,
            'Correct it.',
          ),
        )
      return send(`server ${base}`, serverRule(base), ({ origin }) =>
        origin === base
          ? null
          : failure(
              'net.not-permitted',
              `This server may be reached only at ${base}, not at ${origin}.`,
            ),
      )
    },
    /**
     * Where to ask is what the server says, so: encrypted and public, but for the host that the
     * person wrote themselves.
     */
    signInFetch: (url: string): typeof fetch => {
      const own = new URL(url)
      const rule: AddressRule = (target, address, is) =>
        is === 'public' ||
        (target.host === own.hostname.replace(/^\[|\]$/g, '') &&
          ownRule(target)(target, address, is))
      return send(`sign-in ${own.origin}`, rule, ({ protocol, hostname, origin }) => {
        const here =
          hostname === own.hostname &&
          own.protocol === 'http:' &&
          hostForm(hostname) !== 'public-name'
        if (protocol === 'https:' || (protocol === 'http:' && here)) return null
        return failure(
          'net.not-permitted',
          `The server sends to ${origin} for signing in, which is not encrypted.`,
        )
      })
    },
    dispose: pool.dispose,
  }
}

const ownRule = ({ protocol, host, port }: Destination): AddressRule =>
  serverRule(`${protocol}//${host.includes(':') ? `[${host}]` : host}:${port}`)
