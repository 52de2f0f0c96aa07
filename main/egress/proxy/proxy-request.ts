// What a program behind the proxy asks for, read strictly: a request that two readers could read in
// two ways is none. Pure.
import { isIPv4, isIPv6 } from 'node:net'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { Method } from '../../../contract/call/touch.ts'
import { isConnectable } from '../allowlist.ts'
import { canonicalHost } from '../canonical-host.ts'
import { canonicalUrl } from '../canonical-url.ts'
import { shown } from '../fault.ts'

/**
 * `host` lower-case, IPv6 in brackets. `open`: not a local name or address, or one that the
 * allowlist names.
 */
export type Wanted = { readonly host: string; readonly port: number; readonly open: boolean }

export type Forward = Wanted & {
  readonly path: string
  readonly headers: Readonly<Record<string, string[]>>
  readonly body: 'none' | 'framed'
}

/** As the parser has it. `raw`: names and values in turn, as they came. */
export type Line = {
  readonly method: string
  readonly target: string
  readonly version: string
  readonly raw: readonly string[]
}

/** CONNECT, whose target is a host with its port. */
export function readConnect(
  { target: authority, version, raw }: Line,
  hosts: readonly string[],
): Result<Wanted, Failure> {
  const framing = badFraming(version, raw)
  if (framing !== null) return err(framing)
  if (valuesOf(raw, 'content-length').length + valuesOf(raw, 'transfer-encoding').length > 0)
    return bad('CONNECT carries no body.')
  if (!/:\d{1,5}$/.test(authority))
    return bad(`CONNECT needs a host and a port, not "${shown(authority)}".`)
  const found = canonicalHost(hosts)(authority)
  if (!found.ok) return found
  const [named] = valuesOf(raw, 'host')
  if (named !== undefined && !sameAuthority(named, found.value, 443))
    return bad(`The Host header names ${shown(named)}, and CONNECT ${shown(authority)}.`)
  return ok({
    host: found.value.host,
    port: found.value.port,
    open: found.value.reach === 'public' || found.value.listed,
  })
}

/**
 * A plain request with its whole address. Headers come out without those that are for the proxy
 * alone.
 */
export function readForward(
  { method, target: url, version, raw }: Line,
  hosts: readonly string[],
): Result<Forward, Failure> {
  const framing = badFraming(version, raw)
  if (framing !== null) return err(framing)
  if (!FORWARDED.has(method)) return bad(`The method ${shown(method, 20)} is not passed on.`)
  if (!/^http:\/\//i.test(url)) {
    if (/^https:/i.test(url)) return bad('Use CONNECT for https.')
    return bad('This is a proxy: a request needs its whole address, such as http://example.org/.')
  }
  const found = canonicalUrl({ hosts })('GET', url)
  if (!found.ok) return found
  const { host, port, reach } = found.value
  const listed = isConnectable({ host, port }, hosts)
  const [named] = valuesOf(raw, 'host')
  if (named === undefined) return bad('The Host header is missing.')
  if (!sameAuthority(named, { host, port }, 80))
    return bad(`The Host header names ${shown(named)}, and the address ${host}.`)
  const body =
    valuesOf(raw, 'transfer-encoding').length > 0 ||
    (valuesOf(raw, 'content-length')[0] ?? '0') !== '0'
      ? 'framed'
      : 'none'
  const { pathname, search } = new URL(found.value.url)
  const headers = { ...endToEnd(raw), host: [port === 80 ? host : `${host}:${port}`] }
  return ok({
    host,
    port,
    open: reach === 'public' || listed,
    path: pathname + search,
    headers,
    body,
  })
}

/** A name that was looked up, or an address without one that nothing leads to. */
export type DirectAttempt =
  | { readonly kind: 'name'; readonly host: string }
  | { readonly kind: 'address' }
  /** In the program's own words, as its reporter sends them. IPv6 in brackets. */
  | { readonly kind: 'dialled'; readonly host: string; readonly port: number }

/** What the relay tells of attempts past the proxy; null: it is nothing of that kind. */
export function readReport(target: string): DirectAttempt | null {
  if (target === '/address') return { kind: 'address' }
  const [, name] = /^\/name\/([a-z0-9_.-]{3,253})$/.exec(target) ?? []
  if (name !== undefined) return { kind: 'name', host: name }
  const [, written = '', port = ''] =
    /^\/dialled\/([a-z0-9_.%A-F-]{1,600})\/(\d{1,5})$/.exec(target) ?? []
  const host = dialledHost(written)
  return host === null || Number(port) < 1 || Number(port) > 65_535
    ? null
    : { kind: 'dialled', host, port: Number(port) }
}

/** A name or an address, in the form that a touch has it; null: neither, or on its own loopback. */
function dialledHost(written: string): string | null {
  const text = written.replaceAll('%3A', ':')
  const address = text.replace(/%25.*$/, '')
  if (isIPv6(address)) return address === '::1' ? null : `[${address}]`
  if (isIPv4(text)) return text.startsWith('127.') ? null : text
  return /^(?=.{3,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/.test(text) ? text : null
}

const FORWARDED: ReadonlySet<string> = new Set([...Method.options, 'OPTIONS'])

/** The strict parser refuses most of these before; this is the second look. */
function badFraming(version: string, raw: readonly string[]): Failure | null {
  // The parser knows HTTP/0.9, where a line without a version is a request and the next one a
  // header.
  if (version !== '1.1' && version !== '1.0')
    return failure('proxy.request', 'Only HTTP/1.1 and HTTP/1.0 are spoken here.')
  const [hosts, lengths, codings] = ['host', 'content-length', 'transfer-encoding'].map((name) =>
    valuesOf(raw, name),
  )
  const twice = [hosts, lengths, codings].some((values) => (values ?? []).length > 1)
  if (twice) return failure('proxy.request', 'A header that may appear once appears twice.')
  if ((lengths ?? []).length + (codings ?? []).length > 1)
    return failure('proxy.request', 'The request declares its length twice.')
  if ((codings ?? []).some((coding) => coding.toLowerCase() !== 'chunked'))
    return failure('proxy.request', 'The encoding of the request is unknown.')
  if ((lengths ?? []).some((length) => !/^\d{1,15}$/.test(length)))
    return failure('proxy.request', 'The length of the request is not a number.')
  return null
}

/** Headers of one hop, and those that say who is at the proxy. */
const HOP = [
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'http2-settings',
  'host',
]

/** Headers that are meant for the other end. Used for both directions. */
export function endToEnd(raw: readonly string[]): Record<string, string[]> {
  const named = valuesOf(raw, 'connection').flatMap((value) =>
    value
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  )
  const headers: Record<string, string[]> = {}
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    if (
      HOP.includes(name) ||
      name.startsWith('proxy-') ||
      (named.includes(name) && name !== 'content-length')
    )
      continue
    headers[name] = [...(headers[name] ?? []), raw[at + 1] ?? '']
  }
  return headers
}

function valuesOf(raw: readonly string[], name: string): readonly string[] {
  return raw.flatMap((one, at) =>
    at % 2 === 0 && one.toLowerCase() === name ? [raw[at + 1] ?? ''] : [],
  )
}

function sameAuthority(
  header: string,
  { host, port }: { readonly host: string; readonly port: number },
  usual: number,
): boolean {
  const text = header.toLowerCase()
  return text === `${host}:${port}` || (port === usual && text === host)
}

const bad = (text: string): Result<never, Failure> => err(failure('proxy.request', text))
