// undici, with our own way of opening sockets in the place of its own. Loaded at first use: it is
// slow to load, and a program that starts without the network should not pay for it.
import { letGo } from '../../contract/let-go.ts'
import type { Client, buildConnector } from 'undici'
import type { Failure } from '../../contract/failure.ts'
import { failure } from '../../contract/failure.ts'
import { err } from '../../contract/result.ts'
import type { Dialler } from './dial.ts'
import { codeOf } from './fault.ts'

export const loadUndici = () => import('undici')

/** Response headers larger than this are refused. */
export const MAX_HEADER_BYTES = 32 * 1024

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

/** A dialler must not throw. If one does, the request ends by it and nothing else. */
const broken = (thrown: unknown) =>
  err(failure('net.fault', `The connection broke inside Gatehouse (${codeOf(thrown)}).`))

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
      const opened = await dial(target, signal).catch(broken)
      if (opened.ok) callback(null, opened.value)
      else callback(new DialFault(opened.error), null)
    }
    letGo(open())
  }

/**
 * A client for one exchange. Its socket is opened for this exchange and closed after it, so its
 * check is this call's check.
 */
export async function openOrigin(
  url: string,
  dial: Dialler,
  signal: AbortSignal,
): Promise<{ client: Client; close(): Promise<void> }> {
  const { Client } = await loadUndici()
  const client = new Client(new URL(url).origin, {
    connect: connectorOf(dial, signal),
    pipelining: 0,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The whole exchange has a time limit of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return { client, close: () => client.destroy() }
}
