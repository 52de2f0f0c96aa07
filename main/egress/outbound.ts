// The one way out. Every request of a tool and of a model server goes through here, and every socket through dial.ts.
// Never reads proxy variables, never follows a redirect that was not checked first, never keeps a connection for another call.
import type { FetchPower } from '../../contract/powers.ts'
import type { CanonicalTouch } from '../../contract/touch.ts'
import { isListed } from './allowlist.ts'
import { canonicalUrl } from './canonical-url.ts'
import type { NetTouch } from './canonical-url.ts'
import { openDialler, systemResolve } from './dial.ts'
import type { AddressRule, Resolve } from './dial.ts'
import { fetchOnce } from './fetch-once.ts'
import { hostForm } from './host-name.ts'
import { openModelFetch } from './model-fetch.ts'

export type OutboundNeeds = {
  /** The person's allowlist as it is now; asked again for every request and every socket. */
  readonly hosts: () => readonly string[]
  readonly resolve?: Resolve
  /** PEM certificates to believe besides the ones that come with Node, for a company's own authority. */
  readonly trust?: readonly string[]
  readonly dnsMs?: number
  readonly connectMs?: number
}

export type Outbound = {
  /** The power of one call. Reaches what `permitted` names, checked again at every use, until `signal` is aborted. */
  power(call: { readonly permitted: readonly CanonicalTouch[]; readonly signal: AbortSignal }): FetchPower
  /**
   * A `fetch` for a model client that can reach the scheme, host and port of `baseUrl` and nothing else. The person
   * configured that server, so it may be on this machine or network. Rejects with a plain sentence, the `Failure` as its cause.
   */
  modelFetch(baseUrl: string): typeof fetch
  /** Ends every open request. */
  dispose(): Promise<void>
}

export function openOutbound(needs: OutboundNeeds): Outbound {
  const closing = new AbortController()
  const resolve = needs.resolve ?? systemResolve
  const limits = { dnsMs: needs.dnsMs ?? 5_000, connectMs: needs.connectMs ?? 10_000 }
  const trust = needs.trust ?? []
  const dial = openDialler(resolve, toolRule(needs.hosts), limits, trust)
  const models = openModelFetch({ resolve, limits, trust, closing: closing.signal })

  return {
    power: ({ permitted, signal }) => {
      const touches = permitted.filter((touch): touch is NetTouch => touch.kind === 'net.fetch')
      const either = AbortSignal.any([signal, closing.signal])
      return {
        fetch: (request) =>
          fetchOnce(request, {
            touches,
            dial,
            signal: either,
            canonical: (method, url) => canonicalUrl({ hosts: needs.hosts() })(method, url),
          }),
      }
    },
    modelFetch: models.fetchFor,
    dispose: async () => {
      closing.abort()
      await models.dispose()
    },
  }
}

/**
 * Public addresses pass. Any other only when the allowlist holds it literally, with its port: a listed *name* does not
 * open what it happens to lead to. But for names that can mean nothing else: listed `localhost` opens loopback, and a
 * listed local name (`nas.local`) opens the private network.
 */
const toolRule =
  (hosts: () => readonly string[]): AddressRule =>
  ({ protocol, host, port }, address, is) => {
    if (is === 'public') return true
    const listed = (name: string): boolean => isListed({ protocol, host: name, port }, hosts())
    if (listed(address.includes(':') ? new URL(`http://[${address}]/`).hostname : address)) return true
    const form = hostForm(host)
    if (form === 'localhost') return is === 'loopback' && listed(host)
    return form === 'local-name' && (is === 'private' || is === 'unique-local') && listed(host)
  }
