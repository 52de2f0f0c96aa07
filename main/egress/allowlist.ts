// Whether the person's allowlist names a host. Pure; the rules of HostPattern are in
// contract/policy/host-pattern.ts. An entry that cannot be read matches nothing.
import { getPublicSuffix } from 'tldts'
import { schemeOf } from '../../contract/policy/host-pattern.ts'
import { isAddress } from './address.ts'
import { hostForm, isLocalForm, isWellFormedName } from './host-name.ts'

export type Endpoint = { readonly protocol: string; readonly host: string; readonly port: number }

export const defaultPort = (protocol: string): number => (protocol === 'https:' ? 443 : 80)

/**
 * What an entry without a scheme means: https where it opens something, either where it closes
 * something.
 */
export type Unwritten = 'https' | 'any'

/**
 * - `http://example.org` is http and nothing else; without a scheme it is https.
 * - `example.org` is that name alone, `*.example.org` every name below it and not the name itself.
 * - A port is the scheme's own unless written.
 * - Addresses, loopback and other local names match only where written out: no wildcard ever reaches them.
 * - A wildcard over a public suffix (`*.com`, `*.co.uk`, `*.github.io`) names strangers, so it matches nothing.
 */
export const isListed = (
  endpoint: Endpoint,
  patterns: readonly string[],
  unwritten: Unwritten = 'https',
): boolean => patterns.some((pattern) => matches(endpoint, pattern, unwritten))

/** What a connection of a program can carry; its scheme is for the program to say. */
export const CARRIED = ['https:', 'http:'] as const

/**
 * Whether the list names a host and port for a connection, whichever scheme its entry says. One
 * function for the gate, the card and the proxy, or the card would say "listed" of what the proxy
 * refuses.
 */
export const isConnectable = (
  { host, port }: Omit<Endpoint, 'protocol'>,
  patterns: readonly string[],
): boolean => CARRIED.some((protocol) => isListed({ protocol, host, port }, patterns))

function matches(
  { protocol, host, port }: Endpoint,
  pattern: string,
  unwritten: Unwritten,
): boolean {
  const entry = readEntry(pattern)
  if (
    entry === null ||
    (entry.scheme ?? (unwritten === 'any' ? protocol : 'https:')) !== protocol ||
    (entry.port ?? defaultPort(protocol)) !== port
  )
    return false
  if (!entry.wildcard) return entry.host === host
  return host.endsWith(`.${entry.host}`) && !isLocalForm(hostForm(host))
}

type Entry = {
  readonly scheme: 'https:' | 'http:' | null
  readonly wildcard: boolean
  readonly host: string
  readonly port: number | null
}

function readEntry(pattern: string): Entry | null {
  const scheme = schemeOf(pattern)
  const bare = scheme === null ? pattern : pattern.slice(scheme.length + 2)
  const wildcard = bare.startsWith('*.')
  const rest = wildcard ? bare.slice(2) : bare
  // Without brackets an IPv6 address has no room for a port.
  const bareV6 = !rest.startsWith('[') && rest.split(':').length > 2
  const parts = bareV6 ? null : /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(rest)
  const written = bareV6 ? `[${rest}]` : parts?.[1]
  const port = parts?.[2] === undefined ? null : Number(parts[2])
  if (written === undefined || port === 0 || (port ?? 1) > 65_535) return null
  const host = canonicalHost(written)
  if (host === null) return null
  if (wildcard && (hostForm(host) !== 'public-name' || isSuffixWide(host))) return null
  return { scheme, wildcard, host, port }
}

function canonicalHost(written: string): string | null {
  const host = written.toLowerCase().replace(/\.$/, '')
  if (host.startsWith('['))
    return URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : null
  // An address counts only in its plain spelling: `2130706433` in the list is not taken for
  // 127.0.0.1.
  return (isAddress(host) || isWellFormedName(host)) &&
    URL.canParse(`http://${host}/`) &&
    new URL(`http://${host}/`).hostname === host
    ? host
    : null
}

/** A wildcard over this name would name strangers. */
export const isSuffixWide = (host: string): boolean =>
  !host.includes('.') || getPublicSuffix(`x.${host}`, { allowPrivateDomains: true }) === host
