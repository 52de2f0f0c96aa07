// What every connection of a proxied program counts against, and what is notified of each.
import { failure, type Failure } from '../../../contract/failure.ts'
import { Transform } from 'node:stream'

export type ProxyLimits = {
  /** At once. */
  readonly connections: number
  /** Altogether; after that nothing is opened and nothing more is told. */
  readonly attempts: number
  /** Of one connection, from its request to its end. */
  readonly totalMs: number
  /** Without a byte in either direction. */
  readonly idleMs: number
  /** For the headers of a request, and for the first message of TLS. */
  readonly helloMs: number
  /** Of all connections together, towards the hosts and back. */
  readonly bytesUp: number
  readonly bytesDown: number
}

export const usualLimits: ProxyLimits = {
  connections: 256,
  attempts: 10_000,
  totalMs: 600_000,
  idleMs: 120_000,
  helloMs: 10_000,
  bytesUp: 64 * 1024 * 1024,
  bytesDown: 1024 * 1024 * 1024,
}

/** One try of a program to reach a host: what it really touched. Told once, when it is over. */
export type ProxyAttempt = {
  /**
   * Canonical where it could be read, else printable characters of what was sent. Port 0: none
   * could be read.
   */
  readonly host: string
  readonly port: number
  readonly how: 'connect' | 'http'
  /** A connection to the host was opened. */
  readonly allowed: boolean
  /** Why not, or why it ended early. */
  readonly failure: Failure | null
  readonly bytesUp: number
  readonly bytesDown: number
}

export type Budget = {
  readonly limits: ProxyLimits
  /**
   * A stage of a pipe that counts, and breaks the pipe when too much has gone through all of them.
   */
  meter(way: 'up' | 'down'): { readonly stage: Transform; bytes(): number }
  /** Bytes that go another way than through a stage. */
  spend(way: 'up' | 'down', bytes: number): boolean
  /** False when there were too many. */
  attempt(): boolean
}

export class OverBudget extends Error {
  readonly failure: Failure
  constructor(way: 'up' | 'down', limit: number) {
    super('over budget')
    const what = way === 'up' ? 'sent' : 'received'
    this.failure = failure(
      'proxy.too-large',
      `The program has ${what} more than ${limit} bytes, so the connection was cut.`,
    )
  }
}

export function openBudget(limits: ProxyLimits): Budget {
  const spent = { up: 0, down: 0 }
  let attempts = 0
  const spend = (way: 'up' | 'down', bytes: number): boolean => {
    spent[way] += bytes
    return spent[way] <= limitOf(way)
  }
  const limitOf = (way: 'up' | 'down'): number => (way === 'up' ? limits.bytesUp : limits.bytesDown)
  return {
    limits,
    spend,
    attempt: () => (attempts += 1) <= limits.attempts,
    meter: (way) => {
      let bytes = 0
      const stage = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          if (!spend(way, chunk.length)) return done(new OverBudget(way, limitOf(way)))
          bytes += chunk.length
          done(null, chunk)
        },
      })
      return { stage, bytes: () => bytes }
    },
  }
}
