// The fetch that model clients get: one server, streaming, through the same dialler.
import { failure } from '../../contract/failure.ts'
import { isAddress } from './address.ts'
import { defaultPort } from './allowlist.ts'
import type { AddressRule } from './dial.ts'
import { openFetchPool, refused, type FetchPoolDeps } from './fetch-pool.ts'
import { hostForm } from './host-name.ts'

/** A model may think for long before its first word; the caller's signal and stop button end it. */
const SILENCE_MS = 600_000

/** One pool of connections per server, shared by nobody else. */
export function openModelFetch(deps: FetchPoolDeps) {
  const pool = openFetchPool(deps, SILENCE_MS)
  const fetchFor =
    (baseUrl: string): typeof fetch =>
    async (input, init) => {
      const request = new Request(input, init)
      const base = originOf(baseUrl)
      if (base === null)
        throw refused(
          failure(
            'net.url',
            `The model server's address ${baseUrl} is not an http or https address.`,
            'Correct it in Settings.',
          ),
        )
      const { origin } = new URL(request.url)
      if (origin !== base)
        throw refused(
          failure(
            'net.not-permitted',
            `The model may be reached only at ${base}, not at ${origin}.`,
          ),
        )
      const response = await pool.send(request, init?.signal, base, serverRule(base))
      if (response.status >= 300 && response.status < 400 && response.headers.has('location')) {
        await response.body?.cancel()
        const text = `The model server at ${base} redirects (${response.status}).`
        throw refused(
          failure('net.redirect-elsewhere', text, 'Configure the address it redirects to.'),
        )
      }
      return response
    }
  return { fetchFor, dispose: pool.dispose }
}

/** Null: no address of the web. */
export function originOf(baseUrl: string): string | null {
  if (!URL.canParse(baseUrl)) return null
  const { protocol, origin } = new URL(baseUrl)
  return protocol === 'http:' || protocol === 'https:' ? origin : null
}

/**
 * The person's own package manager is set to this registry. Behind https the name proves itself, so
 * it may also lead where names of companies lead that answer for others; a metadata service and this
 * machine stay out.
 */
export const registryRule =
  (origins: readonly string[]): AddressRule =>
  (target, address, is) =>
    origins.some(
      (origin) =>
        serverRule(origin)(target, address, is) ||
        (origin.startsWith('https:') &&
          is === 'documentation' &&
          serverRule(origin)(target, address, 'public')),
    )

/**
 * The person wrote this server's address, so a private network is fine and an address literal is
 * taken at its word. A public name may not turn out to be this machine, and no name may turn out to
 * be a metadata service or worse.
 */
export const serverRule = (origin: string): AddressRule => {
  const { protocol, hostname, port } = new URL(origin)
  const bare = hostname.replace(/^\[|\]$/g, '')
  return (target, _address, is) => {
    if (
      target.host !== bare ||
      target.port !== (port === '' ? defaultPort(protocol) : Number(port))
    )
      return false
    if (isAddress(bare)) return true
    if (is === 'public' || is === 'private' || is === 'unique-local' || is === 'shared') return true
    return is === 'loopback' && hostForm(hostname) !== 'public-name'
  }
}
