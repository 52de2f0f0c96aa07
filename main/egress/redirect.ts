// What a redirect turns a request into, and whether it may be followed without asking again. Pure.
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Method } from '../../contract/call/touch.ts'
import type { NetTouch } from './canonical-url.ts'

export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/**
 * RFC 9110, 15.4: 303 becomes GET, but for HEAD; 301 and 302 turn a POST into GET, as every browser
 * does; 307 and 308 keep all.
 */
export function redirectMethod(status: number, method: Method): Method {
  if (status === 303) return method === 'HEAD' ? 'HEAD' : 'GET'
  return (status === 301 || status === 302) && method === 'POST' ? 'GET' : method
}

/**
 * A permit is for schemes, hosts and ports. A hop to one that `permitted` names, the first being
 * where this request began, is taken; so is the step from http to https of the same host, both on
 * their default ports. Else fails with `net.redirect-elsewhere`, which names the target, so that
 * the call can be asked for again with it.
 */
export function followable(
  permitted: readonly [NetTouch, ...NetTouch[]],
  hop: NetTouch,
): Result<NetTouch, Failure> {
  const [from] = permitted
  if (sameHost(from, hop) || isUpgrade(from, hop)) return ok(hop)
  // Somewhere else that was permitted too, with this method or for looking.
  if (
    permitted.some(
      (touch) => sameHost(touch, hop) && (touch.method === hop.method || isLooking(hop.method)),
    )
  )
    return ok(hop)
  const target = hop.url.length > MAX_SHOWN ? `${hop.url.slice(0, MAX_SHOWN)}...` : hop.url
  return err(
    failure(
      'net.redirect-elsewhere',
      `${from.host} redirects to ${target}, which this call was not permitted to reach.`,
      'Make a new call with that address if it is wanted.',
    ),
  )
}

const MAX_SHOWN = 2_048

const isLooking = (method: Method): boolean => method === 'GET' || method === 'HEAD'

const schemeOf = ({ url }: NetTouch): string => new URL(url).protocol

export const sameHost = (a: NetTouch, b: NetTouch): boolean =>
  schemeOf(a) === schemeOf(b) && a.host === b.host && a.port === b.port

const isUpgrade = (from: NetTouch, to: NetTouch): boolean =>
  schemeOf(from) === 'http:' &&
  schemeOf(to) === 'https:' &&
  from.host === to.host &&
  from.port === 80 &&
  to.port === 443
