// A web address as tools write it, made canonical: the one spelling that decisions, cards and the
// dialler share. Pure. Never resolves a name: `reach` is what the spelling says, and the dialler
// has the last word.
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { CanonicalTouchOf, Method } from '../../contract/call/touch.ts'
import { BAD_PORTS } from './bad-ports.ts'
import { defaultPort, isListed } from './allowlist.ts'
import { isAddress } from './address.ts'
import { shown } from './fault.ts'
import { hostForm, isLocalForm, isWellFormedName } from './host-name.ts'

const MAX_URL = 8_192

export type NetTouch = CanonicalTouchOf<'net.fetch'>

/**
 * The URL has no fragment, no user info and no trailing dot; `host` is lower-case ASCII, IPv6 in
 * brackets; `port` is always there. Fails with `net.url`. Parsing is WHATWG's alone, so what is
 * judged is what a browser would open.
 */
export const canonicalUrl =
  ({ hosts }: { readonly hosts: readonly string[] }) =>
  (method: Method, text: string): Result<NetTouch, Failure> => {
    if (text.length > MAX_URL) return bad(`The address is longer than ${MAX_URL} characters.`)
    const odd = oddCharacter(text)
    if (odd !== null)
      return bad(`The address contains ${odd}, which programs read in different ways.`)
    if (!URL.canParse(text)) return bad(`"${shown(text)}" is not a full web address.`)
    const url = new URL(text)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      return bad(`Only http and https can be opened, not ${url.protocol.slice(0, 20)}`)
    }
    if (url.username !== '' || url.password !== '')
      return bad('The address carries a user name or password before the host.')
    // One dot at the end is the root. Two are an empty label, which taking one away would turn into
    // a root.
    if (url.hostname.endsWith('..'))
      return bad(`"${shown(url.hostname)}" is not a well-formed host name.`)
    if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
    url.hash = ''
    const host = url.hostname
    if (host === '') return bad('The address has no host.')
    if (!isAddress(host) && !isWellFormedName(host))
      return bad(`"${shown(host)}" is not a well-formed host name.`)
    const port = url.port === '' ? defaultPort(url.protocol) : Number(url.port)
    if (port === 0) return bad('Port 0 cannot be reached.')
    const listed = isListed({ protocol: url.protocol, host, port }, hosts)
    if (BAD_PORTS.has(port) && !listed)
      return bad(`Port ${port} belongs to something that does not speak HTTP.`)
    if (url.href.length > MAX_URL) return bad(`The address is longer than ${MAX_URL} characters.`)
    const reach = isLocalForm(hostForm(host)) ? 'local' : 'public'
    return ok({ kind: 'net.fetch', method, url: url.href, host, port, reach, listed })
  }

/**
 * URL parsers drop some of these and take others for a slash, each in its own way, so that what one
 * program checks is not what another one opens.
 */
function oddCharacter(text: string): string | null {
  if (text.includes('\\')) return 'a backslash'
  if (text.includes('\t')) return 'a tab'
  if (/[\r\n]/.test(text)) return 'a line break'
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text)) return 'a control character'
  return text.trim() === text ? null : 'a space before or after it'
}

const bad = (text: string): Result<never, Failure> =>
  err(
    failure(
      'net.url',
      text,
      'Give a full address such as https://example.org/page, without a user name.',
    ),
  )
