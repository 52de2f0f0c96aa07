// CONNECT: a bare connection to a granted host, handed over only once the program's TLS asks for
// that host by name.
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { failure, type Failure } from '../../../contract/failure.ts'
import { isAddress } from '../address.ts'
import { MAX_HELLO, readClientHello } from './client-hello.ts'
import { codeOf, shown } from '../fault.ts'
import { OverBudget, type Budget } from './proxy-attempt.ts'
import type { Wanted } from './proxy-request.ts'

export type Carried = {
  readonly failure: Failure | null
  readonly bytesUp: number
  readonly bytesDown: number
}

/**
 * Answers 200, reads the first TLS message, passes everything on. Ends when either side does, at a
 * limit, or at `signal`. Never rejects.
 */
export async function carry(
  client: Duplex,
  head: Buffer,
  upstream: Socket,
  wanted: Wanted,
  budget: Budget,
  signal: AbortSignal,
): Promise<Carried> {
  client.write('HTTP/1.1 200 Connection established\r\n\r\n')
  const opening = await readOpening(client, head, budget.limits.helloMs, signal)
  const refused = 'failure' in opening ? opening.failure : notFor(wanted, opening.bytes)
  if (refused !== null || 'failure' in opening) {
    upstream.destroy()
    client.destroy()
    return { failure: refused, bytesUp: 0, bytesDown: 0 }
  }
  const up = budget.meter('up')
  const down = budget.meter('down')
  up.stage.write(opening.bytes)
  upstream.setTimeout(budget.limits.idleMs, () => upstream.destroy(new Idle()))
  const ends = await Promise.allSettled([
    pipeline(client, up.stage, upstream, { signal }),
    pipeline(upstream, down.stage, client, { signal }),
  ])
  client.destroy()
  upstream.destroy()
  const faults = ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []))
  return { failure: whyEnded(faults, signal), bytesUp: up.bytes(), bytesDown: down.bytes() }
}

class Idle extends Error {}

/** Why everything for a connection ends when the program lets go of it. */
export class ProgramGone extends Error {}

/**
 * Null for the ordinary ends of a connection, a broken one among them: that is between the program
 * and the host.
 */
export function whyEnded(faults: readonly unknown[], signal: AbortSignal): Failure | null {
  const over = faults.find((fault) => fault instanceof OverBudget)
  if (over instanceof OverBudget) return over.failure
  if (faults.some((fault) => fault instanceof Idle))
    return failure('net.timeout', 'Nothing was sent for too long, so the connection was cut.')
  if (signal.aborted && faults.length > 0 && !(signal.reason instanceof ProgramGone))
    return stopped(signal)
  return null
}

export const stopped = (signal: AbortSignal): Failure =>
  codeOf(signal.reason) === 'TimeoutError'
    ? failure('net.timeout', 'The connection reached its time limit and was closed.')
    : failure('net.cancelled', 'The connection was stopped.')

function notFor(wanted: Wanted, bytes: Buffer): Failure | null {
  const hello = readClientHello(bytes)
  const where = `${wanted.host}:${wanted.port}`
  const no = (why: string): Failure =>
    failure(
      'proxy.tls',
      `The connection to ${where} was closed: ${why}.`,
      'Only TLS for the granted host name is forwarded.',
    )
  if (hello.kind === 'more') return no('it ended before its first message did')
  if (hello.kind === 'not-tls') return no(hello.why)
  if (isAddress(wanted.host))
    return hello.name === null ? null : no(`its TLS asks for ${shown(hello.name)}`)
  if (hello.name === null)
    return no(hello.encrypted ? 'the name its TLS asks for is hidden' : 'its TLS names no host')
  return hello.name === wanted.host ? null : no(`its TLS asks for ${shown(hello.name)}`)
}

/** What the client has sent when its first message is whole, or can no longer become one. */
function readOpening(
  client: Duplex,
  head: Buffer,
  ms: number,
  signal: AbortSignal,
): Promise<{ bytes: Buffer } | { failure: Failure }> {
  return new Promise((finish) => {
    let bytes = head
    const end = (how: { bytes: Buffer } | { failure: Failure }): void => {
      clearTimeout(timer)
      client.pause()
      client.off('data', more).off('end', over).off('close', over).off('error', over)
      signal.removeEventListener('abort', stop)
      finish(how)
    }
    const over = (): void => end({ bytes })
    const stop = (): void => end({ failure: stopped(signal) })
    const check = (): void => {
      if (readClientHello(bytes).kind !== 'more' || bytes.length > MAX_HELLO) over()
    }
    const more = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk])
      check()
    }
    const timer = setTimeout(
      () => end({ failure: failure('net.timeout', `No TLS handshake started within ${ms} ms.`) }),
      ms,
    )
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    client.on('data', more).on('end', over).on('close', over).on('error', over)
    check()
  })
}
