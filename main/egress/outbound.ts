// The one way out. Every request of a tool and of a model server goes through here, and every
// socket through dial.ts. Never reads proxy variables, never follows a redirect that was not
// checked first, never keeps a connection for another call.
import type { Socket } from 'node:net'
import { failure, type Failure } from '../../contract/failure.ts'
import type { FetchPower } from '../../contract/call/powers/fetch-power.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { mailUpgrade } from '../../contract/policy/config/mail-settings.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { plainAddress } from './address.ts'
import { CARRIED, defaultPort, isListed } from './allowlist.ts'
import { canonicalUrl, type NetTouch } from './canonical-url.ts'
import { openChildProxy, type ChildProxy, type ChildProxyDeps } from './proxy/child-proxy.ts'
import type { CredentialFor } from './credential.ts'
import { openDialler, systemConnect, type AddressRule, type Connect } from './dial.ts'
import { shown } from './fault.ts'
import { fetchOnce, MAX_TIME_MS } from './fetch-once.ts'
import { hostForm } from './host-name.ts'
import { openModelFetch, registryRule, serverRule } from './model-fetch.ts'
import type { HostPin } from './pins.ts'
import { openServerFetch } from './server-fetch.ts'
import { systemResolve, type Resolve } from './resolve.ts'

export type OutboundDeps = {
  /** The person's allowlist as it is now; asked again for every request and every socket. */
  readonly hosts: () => readonly string[]
  /** What the person has pinned, as it is now. */
  readonly pins?: () => readonly HostPin[]
  /** Where stored credentials come from. Without it no request can use one. */
  readonly credential?: CredentialFor
  readonly resolve?: Resolve
  readonly connect?: Connect
  /**
   * PEM certificates to believe besides the ones that come with Node, for a company's own
   * authority.
   */
  readonly trust?: readonly string[]
  readonly dnsMs?: number
  readonly connectMs?: number
  /** The most that one request of a tool may take; left out: ten minutes. */
  readonly requestMs?: number
}

export type Outbound = {
  /**
   * The power of one call. Reaches what `permitted` names, checked again at every use, until
   * `signal` is aborted.
   */
  power(call: {
    readonly permitted: readonly CanonicalTouch[]
    readonly signal: AbortSignal
    /** The allowlist of this caller, where it is not the one of all. */
    readonly hosts?: () => readonly string[]
  }): FetchPower
  /**
   * A `fetch` for a model client that can reach the scheme, host and port of `baseUrl` and nothing
   * else. The person configured that server, so it may be on this machine or network. Rejects with
   * a plain sentence, the `Failure` as its cause.
   */
  modelFetch(baseUrl: string): typeof fetch
  /**
   * Whether anybody listens where `modelFetch` would connect to. Nothing is sent, and what speaks
   * HTTP is not loaded for it.
   */
  modelListens(baseUrl: string, signal: AbortSignal): Promise<boolean>
  /**
   * The same for one external server; redirects come back as they are. Throws where the address is
   * none.
   */
  serverFetch(url: string): typeof fetch
  /** For signing in to it: https and public addresses, or the very host of `url`. */
  signInFetch(url: string): typeof fetch
  /** For signing in, and also believing the certificates that `authority` (PEM) issued. */
  trustingFetch(url: string, authority: string): typeof fetch
  /**
   * A connection to the mail server that the person wrote: with TLS in place where `url` says https,
   * ended with `signal`. No HTTP is spoken on it.
   */
  mailSocket(url: string, signal: AbortSignal): Promise<Result<Socket, Failure>>
  /**
   * A bare connection to the database that the person wrote, ended with `signal`: TLS is agreed upon
   * behind it, by the caller.
   */
  databaseSocket(host: string, port: number, signal: AbortSignal): Promise<Result<Socket, Failure>>
  /**
   * A proxy on a unix socket, for a sandboxed program that was granted hosts, or for a rehearsal.
   * It lasts until `signal`, its own `dispose`, or this client's end.
   */
  childProxy(
    deps: ChildProxyDeps & {
      readonly hosts?: () => readonly string[]
      /** Origins that the person has written themselves: they may be on this machine or network. */
      readonly origins?: readonly string[]
    },
  ): Promise<Result<ChildProxy, Failure>>
  /** Ends every open request. */
  dispose(): Promise<void>
}

export function openOutbound(deps: OutboundDeps): Outbound {
  const closing = new AbortController()
  const proxies = new Set<() => Promise<void>>()
  const ways = {
    resolve: deps.resolve ?? systemResolve,
    connect: deps.connect ?? systemConnect,
    limits: { dnsMs: deps.dnsMs ?? 5_000, connectMs: deps.connectMs ?? 10_000 },
    trust: deps.trust ?? [],
    pins: deps.pins ?? (() => []),
  }
  const models = openModelFetch({ ways, closing: closing.signal })
  const servers = openServerFetch({ ways, closing: closing.signal })
  /** By authority: connections that believe it are nobody else's. */
  const trusting = new Map<string, ReturnType<typeof openServerFetch>>()
  const trustingOne = (authority: string): ReturnType<typeof openServerFetch> =>
    openServerFetch({
      ways: { ...ways, trust: [...ways.trust, authority] },
      closing: closing.signal,
    })
  const credentialFor: CredentialFor =
    deps.credential ??
    (async (name) =>
      err(failure('net.credential', `There is no credential store with ${shown(name)} from.`)))

  return {
    power: ({ permitted, signal, hosts = deps.hosts }) => {
      const touches = permitted.filter((touch): touch is NetTouch => touch.kind === 'net.fetch')
      const credentials = permitted.flatMap((touch) =>
        touch.kind === 'secrets.get' ? [touch.name] : [],
      )
      const either = AbortSignal.any([signal, closing.signal])
      return {
        fetch: (request) =>
          fetchOnce(request, {
            touches,
            dial: openDialler(
              ways,
              toolRule(hosts, (protocol) => [protocol]),
            ),
            credentials,
            credentialFor,
            signal: either,
            mostMs: deps.requestMs ?? MAX_TIME_MS,
            canonical: (method, url) => canonicalUrl({ hosts: hosts() })(method, url),
          }),
      }
    },
    modelFetch: models.fetchFor,
    async modelListens(baseUrl, signal) {
      const dial = openDialler(ways, serverRule(new URL(baseUrl).origin), 'not-ours')
      const opened = await dial(targetOf(baseUrl), AbortSignal.any([signal, closing.signal]))
      if (opened.ok) opened.value.destroy()
      return opened.ok
    },
    serverFetch: servers.serverFetch,
    signInFetch: servers.signInFetch,
    trustingFetch(url, authority) {
      const known = trusting.get(authority) ?? trustingOne(authority)
      trusting.set(authority, known)
      return known.signInFetch(url)
    },
    mailSocket(url, signal) {
      const upgrade = mailUpgrade(url)
      return openDialler(ways, serverRule(new URL(url).origin))(
        { ...targetOf(url), speaks: 'mail', ...(upgrade === null ? {} : { upgrade }) },
        AbortSignal.any([signal, closing.signal]),
      )
    },
    databaseSocket: (host, port, signal) =>
      openDialler(
        ways,
        serverRule(`https://${host.includes(':') ? `[${host}]` : host}:${port}`),
        'not-ours',
      )({ protocol: 'https:', host, port }, AbortSignal.any([signal, closing.signal])),
    childProxy: async ({ hosts = deps.hosts, origins, ...proxy }) => {
      // What a program was let connect to was listed by host and port: see `isConnectable`.
      const rule = origins === undefined ? toolRule(hosts, () => CARRIED) : registryRule(origins)
      const opened = await openChildProxy(
        { ...proxy, signal: AbortSignal.any([proxy.signal, closing.signal]) },
        {
          tunnel: openDialler(ways, rule, 'not-ours'),
          dial: openDialler(ways, rule),
          hosts,
        },
      )
      if (!opened.ok) return opened
      const { socketPath, dispose } = opened.value
      const close = async (): Promise<void> => {
        await dispose()
        proxies.delete(close)
      }
      proxies.add(close)
      proxy.signal.addEventListener('abort', () => void close(), { once: true })
      return ok({ socketPath, dispose: close })
    },
    dispose: async () => {
      closing.abort()
      await Promise.all([
        models.dispose(),
        servers.dispose(),
        ...[...trusting.values()].map((each) => each.dispose()),
        ...[...proxies].map((close) => close()),
      ])
    },
  }
}

function targetOf(url: string): { protocol: string; host: string; port: number } {
  const { protocol, hostname, port } = new URL(url)
  return {
    protocol,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort(protocol) : Number(port),
  }
}

/**
 * Public addresses pass. Any other only when the allowlist holds it literally, with its port: a
 * listed *name* does not open what it happens to lead to. But for names that can mean nothing else:
 * listed `localhost` opens loopback, and a listed local name (`nas.local`) opens the private
 * network.
 */
const toolRule =
  (hosts: () => readonly string[], schemes: (protocol: string) => readonly string[]): AddressRule =>
  ({ protocol, host, port }, address, is) => {
    if (is === 'public') return true
    const listed = (name: string): boolean =>
      schemes(protocol).some((scheme) => isListed({ protocol: scheme, host: name, port }, hosts()))
    const plain = plainAddress(address)
    if (
      plain !== null &&
      listed(plain.includes(':') ? new URL(`http://[${plain}]/`).hostname : plain)
    )
      return true
    const form = hostForm(host)
    if (form === 'localhost') return is === 'loopback' && listed(host)
    return form === 'local-name' && (is === 'private' || is === 'unique-local') && listed(host)
  }
