// undici, with our own way of opening sockets in the place of its own. Loaded at first use: it is
// slow to load, and a program that starts without the network should not pay for it.
import { letGo } from '../../contract/let-go.ts'
import type { buildConnector } from 'undici'
import { failure, type Failure } from '../../contract/failure.ts'
import { err } from '../../contract/result.ts'
import type { Dialler } from './dial.ts'
import { broken } from './fault.ts'

export const loadUndici = () => import('undici')

/**
 * Carries the dialler's own words through undici, which hands back whatever error connecting ended
 * with.
 */
class DialFault extends Error {
  readonly failure: Failure
  constructor(why: Failure) {
    super(why.text)
    this.failure = why
  }
}

/**
 * The dialler's failure inside an error that came out of undici, however deep; null when connecting
 * was not the fault.
 */
export function dialFault(thrown: unknown): Failure | null {
  for (let at = thrown, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof DialFault) return at.failure
  }
  return null
}

/**
 * A connector that undici calls for every socket it wants, redirects and address literals included.
 */
export const connectorOf =
  (dial: Dialler, signal: AbortSignal): buildConnector.connector =>
  ({ protocol, hostname, port, httpSocket }, callback) => {
    if (httpSocket !== undefined)
      return callback(
        new DialFault(failure('net.protocol', 'A socket through a proxy was asked for.')),
        null,
      )
    const secure = protocol === 'https:'
    const target = {
      protocol,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 443 : 80) : Number(port),
    }
    const open = async (): Promise<void> => {
      const opened = await dial(target, signal).catch((thrown: unknown) => err(broken(thrown)))
      if (opened.ok) callback(null, opened.value)
      else callback(new DialFault(opened.error), null)
    }
    letGo(open())
  }
