// What a redirect turns a request into, and whether it may be followed without asking again. Pure.
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Method } from '../../contract/touch.ts'
import type { NetTouch } from './canonical-url.ts'

export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/** RFC 9110, 15.4: 303 becomes GET, but for HEAD; 301 and 302 turn a POST into GET, as every browser does; 307 and 308 keep all. */
export function redirectMethod(status: number, method: Method): Method {
  if (status === 303) return method === 'HEAD' ? 'HEAD' : 'GET'
  return (status === 301 || status === 302) && method === 'POST' ? 'GET' : method
}

/**
 * A permit is for one scheme, host and port. Only the step from http to https of the same host, both on their default
 * ports, is taken without a new call. Else fails with `net.redirect-elsewhere`, which names the target.
 */
export function followable(permitted: NetTouch, hop: NetTouch): Result<NetTouch, Failure> {
  const from = new URL(permitted.url)
  const to = new URL(hop.url)
  const same = from.protocol === to.protocol && permitted.host === hop.host && permitted.port === hop.port
  const upgrade =
    from.protocol === 'http:' && to.protocol === 'https:' && permitted.host === hop.host && permitted.port === 80 && hop.port === 443
  if (same || upgrade) return ok(hop)
  return err(
    failure(
      'net.redirect-elsewhere',
      `${permitted.host} redirects to ${hop.url}, which this call was not permitted to reach.`,
      'Make a new call with that address if it is wanted.',
    ),
  )
}
