// The server behind the socket of a sandboxed program: reads what is asked for, refuses or opens
// it, tells of it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { failure, withHint, type Failure } from '../../../contract/failure.ts'
import type { Dialler } from '../dial.ts'
import { openBudget, usualLimits, type ProxyAttempt, type ProxyLimits } from './proxy-attempt.ts'
import { forward } from './proxy-forward.ts'
import {
  readConnect,
  readForward,
  readReport,
  type DirectAttempt,
  type Line,
  type Wanted,
} from './proxy-request.ts'
import { carry, ProgramGone } from './proxy-tunnel.ts'
import { nothingCarried, openProxyAttempts } from './proxy-attempts.ts'
import type { ProxyMode } from './proxy-grant.ts'

export type ServerDeps = {
  readonly mode: ProxyMode
  readonly limits?: Partial<ProxyLimits>
  /** Every attempt, once, when it is over. Must not throw. */
  readonly onAttempt: (attempt: ProxyAttempt) => void
  /** What the program tried past the proxy, as its relay saw it, or as it says itself. Must not throw. */
  readonly onDirect?: (attempt: DirectAttempt) => void
}

/** `tunnel` opens connections whose TLS the program speaks itself. */
export type ProxyWays = {
  readonly tunnel: Dialler
  readonly dial: Dialler
  readonly hosts: () => readonly string[]
}

/**
 * A server that is not yet listening. `closeAll` ends it and every connection that goes through it;
 * all attempts are told then.
 */
export function proxyServer(
  deps: ServerDeps,
  ways: ProxyWays,
  signal: AbortSignal,
): { server: Server; closeAll(): Promise<void> } {
  const limits: ProxyLimits = { ...usualLimits, ...deps.limits }
  const budget = openBudget(limits)
  const { mode, onAttempt } = deps
  const attempts = openProxyAttempts({ mode, limits, budget, onAttempt })

  const server = createServer({
    maxHeaderSize: 16 * 1024,
    insecureHTTPParser: false,
    requireHostHeader: false,
    headersTimeout: Math.min(limits.helloMs, limits.totalMs),
    requestTimeout: limits.totalMs,
    connectionsCheckingInterval: Math.min(1_000, limits.helloMs),
    keepAliveTimeout: 5_000,
  })
  server.maxConnections = limits.connections
  const open = new Set<Duplex>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
    socket.setTimeout(limits.idleMs, () => socket.destroy())
  })
  const answered = new WeakSet<Duplex>()
  server.on('clientError', (_, socket) => {
    // What follows a refused request may be broken too; one answer is enough.
    if (answered.has(socket)) return void socket.destroy()
    answerRaw(socket, 400, failure('proxy.request', 'That is not a proper HTTP request.'))
  })

  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const written = request.url ?? ''
    const deny = (why: Failure): void => answerRaw(client, statusOf(why), why)
    attempts.run(
      'connect',
      written,
      readConnect(lineOf(request), ways.hosts()),
      deny,
      async (wanted) => {
        const life = lifeOf(client, limits.totalMs, signal)
        const opened = await ways.tunnel(
          targetOf(wanted, wanted.port === 80 ? 'http:' : 'https:'),
          life,
        )
        if (!opened.ok) {
          deny(opened.error)
          return { ...nothingCarried, failure: opened.error }
        }
        return { allowed: true, ...(await carry(client, head, opened.value, wanted, budget, life)) }
      },
    )
  })

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket, url: written = '' } = request
    const direct = request.method === 'REPORT' ? readReport(written) : null
    // Where nobody asked for it, it is no attempt at a host either.
    if (direct !== null) {
      if (deps.onDirect !== undefined && budget.attempt()) deps.onDirect(direct)
      return void response.writeHead(204, { connection: 'close' }).end()
    }
    const asked = readForward(lineOf(request), ways.hosts())
    const deny = (why: Failure): void => {
      if (response.headersSent) return void response.destroy()
      answered.add(socket)
      response
        .writeHead(statusOf(why), {
          'content-type': 'text/plain; charset=utf-8',
          connection: 'close',
        })
        .end(`${withHint(why)}\n`)
    }
    attempts.run('http', written, asked, deny, async (wanted) => {
      if (!asked.ok) return { ...nothingCarried, failure: asked.error }
      const life = lifeOf(socket, limits.totalMs, signal)
      const opened = await ways.dial(targetOf(wanted, 'http:'), life)
      if (!opened.ok) {
        deny(opened.error)
        return { ...nothingCarried, failure: opened.error }
      }
      const carried = await forward(asked.value, request, response, opened.value, budget, life)
      if (carried.failure !== null) deny(carried.failure)
      return { allowed: true, ...carried }
    })
  })

  const closeAll = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
    for (const socket of open) socket.destroy()
    await closed
    await attempts.idle()
  }
  return { server, closeAll }
}

const lineOf = ({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): Line => ({
  method,
  target: url,
  version: httpVersion,
  raw: rawHeaders,
})

const targetOf = ({ host, port }: Wanted, protocol: string) => ({
  protocol,
  host: host.replace(/^\[|\]$/g, ''),
  port,
})

/** Over when the program's end closes, the time is up, or everything is. */
function lifeOf(client: Duplex, ms: number, signal: AbortSignal): AbortSignal {
  const gone = new AbortController()
  client.once('close', () => gone.abort(new ProgramGone()))
  if (client.destroyed) gone.abort(new ProgramGone())
  return AbortSignal.any([signal, gone.signal, AbortSignal.timeout(ms)])
}

/**
 * A fault of the far side is a bad gateway; a time that ran out says so; everything else is a
 * refusal.
 */
const statusOf = ({ code }: Failure): number =>
  code === 'net.timeout'
    ? 504
    : code === 'net.connect' || code === 'net.dns'
      ? 502
      : code === 'proxy.request'
        ? 400
        : 403

function answerRaw(socket: Duplex, status: number, why: Failure): void {
  if (socket.destroyed || !socket.writable) return void socket.destroy()
  const body = `${withHint(why)}\n`
  const lines = [
    `HTTP/1.1 ${status} ${status === 403 ? 'Forbidden' : 'Refused'}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
