// Which request headers may leave, and what arrives back. Pure.
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { acceptEncoding } from './body.ts'

type Headers = Readonly<Record<string, string>>

/** What every request says that does not say otherwise. */
export const usualHeaders: Headers = {
  'user-agent': 'Gatehouse/1',
  'accept-encoding': acceptEncoding,
}

const MAX_COUNT = 64
const MAX_CHARS = 16 * 1024

/** The client's own: who is spoken to, how the message is framed, and what it can unpack. */
const OURS = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'accept-encoding',
  'http2-settings',
])

/** No caller and no stored credential may set these. */
export const isOurs = (name: string): boolean => OURS.has(name) || name.startsWith('proxy-')

/**
 * Lower-case names. Fails with `net.protocol` when a header is malformed, framing, or there are too
 * many.
 */
export function requestHeaders(headers: Headers): Result<Record<string, string>, Failure> {
  const sent: Record<string, string> = {}
  let chars = 0
  for (const [written, value] of Object.entries(headers)) {
    const name = written.toLowerCase()
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name))
      return bad(`"${shown(written)}" is not a header name.`)
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      return bad(`The header ${name} holds characters that a header cannot.`)
    if (isOurs(name)) return bad(`The header ${name} is set by Gatehouse itself.`)
    if (name in sent) return bad(`The header ${name} is given twice.`)
    chars += name.length + value.length
    sent[name] = value
  }
  if (Object.keys(sent).length > MAX_COUNT || chars > MAX_CHARS)
    return bad(`More than ${MAX_COUNT} headers or ${MAX_CHARS} characters of them.`)
  return ok(sent)
}

/** Names that carry who you are. A redirect never takes them along, not even to the same host. */
export const withoutCredentials = (headers: Headers): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isCredential(name)))

const isCredential = (name: string): boolean =>
  /auth|cookie|token|secret|session|signature|credential|passw|api[-_]?key|^x-.*-key$|csrf|xsrf/.test(
    name,
  )

/** Repeated headers are joined the way HTTP allows. */
export const responseHeaders = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

const bad = (text: string): Result<never, Failure> =>
  err(failure('net.protocol', text, 'Leave that header out.'))
const shown = (text: string): string => text.slice(0, 60).replace(/[^\x20-\x7e]/g, '?')
