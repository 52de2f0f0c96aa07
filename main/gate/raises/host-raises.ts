// Pure. What raises a request: a host that is not listed, data that is sent, a body that is too
// large.
import type { Tier } from '../../../contract/call/tier.ts'
import type { CanonicalTouchOf } from '../../../contract/call/touch.ts'
import type { Policy } from '../policy.ts'
import type { DecisionRequest } from '../decision-request.ts'
import { namesRequest } from '../listed-host.ts'
import { raise } from './raise.ts'
import type { Raise } from './raise.ts'
import { matchesHost } from '../touch-facts.ts'

/**
 * The tier of a call that is nothing but requests which entries of the allowlist name whole: to look
 * is R1, to send is R2, by whatever tool; in a browser to open a page is to look. Null: it is more
 * than that.
 */
export function listedTier(
  { manifest, touches }: Pick<DecisionRequest, 'manifest' | 'touches'>,
  { listed }: Policy,
): Tier | null {
  const browses = manifest.category === 'browser'
  if (!browses && manifest.category !== 'network') return null
  if (manifest.riskTier === 'R4' || touches.length === 0) return null
  let tier: Tier = 'R1'
  for (const touch of touches) {
    if (touch.kind !== 'net.fetch' || !touch.listed) return null
    if (!listed.some((entry) => namesRequest(entry, touch, 'https'))) return null
    if (touch.method === 'GET' || touch.method === 'HEAD') continue
    // What a step on a page sends is for the page to say, not for its arguments.
    if (browses) return null
    tier = 'R2'
  }
  return tier
}

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
  // What an entry names whole was listed to be sent there.
  const named = touch.listed && listed.some((entry) => namesRequest(entry, touch, 'https'))
  if (!reads)
    add(
      raise(
        named ? 'R2' : 'R3',
        'host.sends',
        `It sends data to ${touch.host} with ${touch.method}.`,
      ),
    )
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
