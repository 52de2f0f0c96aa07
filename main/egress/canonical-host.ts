// A host that a program asks to be let connect to, made canonical by the same rules as a web
// address.
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { CanonicalTouchOf } from '../../contract/call/touch.ts'
import { isConnectable } from './allowlist.ts'
import { canonicalUrl } from './canonical-url.ts'

/**
 * `name`, `name:port`, `1.2.3.4:port` or `[v6]:port`; without a port it is 443. No wildcard, no
 * scheme, no path. `hosts` are the allowlist's entries that apply to every method. Fails with
 * `net.host`.
 */
export const canonicalHost =
  (hosts: readonly string[]) =>
  (text: string): Result<CanonicalTouchOf<'net.connect'>, Failure> => {
    if (!/^[^\s/?#@\\*]+$/.test(text)) return bad(text)
    const found = canonicalUrl({ hosts })('GET', `https://${text}/`)
    if (!found.ok) return bad(text)
    const { host, port, reach, url } = found.value
    const listed = isConnectable({ host, port }, hosts)
    return new URL(url).pathname === '/'
      ? ok({ kind: 'net.connect', host, port, reach, listed })
      : bad(text)
  }

const bad = (text: string): Result<never, Failure> =>
  err(
    failure(
      'net.host',
      `"${text.slice(0, 120).replace(/[^\x20-\x7e]/g, '?')}" is not a host to connect to.`,
      'Give a name such as example.org, or example.org:8443.',
    ),
  )
