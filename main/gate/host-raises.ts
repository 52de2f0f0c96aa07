// Pure. What raises a request: a host that is not listed, data that is sent, a body that is too
// large.
import type { CanonicalTouchOf } from '../../contract/call/touch.ts'
import type { Policy } from './policy.ts'
import { raise } from './raise.ts'
import type { Raise } from './raise.ts'
import { matchesHost } from './touch-facts.ts'

export function hostRaises(
  touch: CanonicalTouchOf<'net.fetch'>,
  { limits, listed }: Policy,
  add: (raise: Raise) => void,
): void {
  const reads = touch.method === 'GET' || touch.method === 'HEAD'
  if (!touch.listed) {
    const plain =
      touch.url.startsWith('http:') &&
      listed.some(({ host }) => matchesHost(host, overHttps(touch), 'https'))
    const where = plain
      ? 'for https only, and this request uses http, which others on the network can read and change'
      : null
    add(
      raise(
        'R3',
        'host.unlisted',
        `${touch.host} is ${where === null ? `not on your allowlist${reads ? '' : ` for ${touch.method}`}` : `on your allowlist ${where}`}.`,
      ),
    )
  }
  if (!reads) add(raise('R3', 'host.sends', `It sends data to ${touch.host} with ${touch.method}.`))
  if (touch.bytes === undefined || touch.bytes === 0) return
  const most = sizeLimit(touch, listed, limits.requestBytes)
  if (touch.bytes > most)
    add(
      raise('R3', 'size.request', `It sends ${touch.bytes} bytes, more than the ${most} you set.`),
    )
}

/** The same request as it would be without the downgrade. */
const overHttps = (touch: CanonicalTouchOf<'net.fetch'>): CanonicalTouchOf<'net.fetch'> => ({
  ...touch,
  url: `https:${touch.url.slice('http:'.length)}`,
  port: touch.port === 80 ? 443 : touch.port,
})

/**
 * Of the entries of the allowlist that name this host for this method the widest, and never more
 * than the usual.
 */
function sizeLimit(
  touch: CanonicalTouchOf<'net.fetch'>,
  listed: Policy['listed'],
  usual: number,
): number {
  let widest: number | null = null
  for (const { host, methods, maxBytes } of listed)
    if (methods.includes(touch.method) && matchesHost(host, touch, 'https'))
      widest = Math.max(widest ?? 0, maxBytes)
  return Math.min(widest ?? usual, usual)
}
