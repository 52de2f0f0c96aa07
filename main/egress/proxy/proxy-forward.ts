// A plain HTTP request of a proxied program, sent on over a connection of its own and answered as
// it comes.
import { request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { failure } from '../../../contract/failure.ts'
import { codeOf } from '../fault.ts'
import type { Budget } from './proxy-attempt.ts'
import { endToEnd, type Forward } from './proxy-request.ts'
import { whyEnded, type Carried } from './proxy-tunnel.ts'
import { MAX_HEADER_BYTES } from '../send-request.ts'

/** The socket is used for this one exchange and closed. Never rejects. */
export async function forward(
  asked: Forward,
  from: IncomingMessage,
  to: ServerResponse,
  socket: Socket,
  budget: Budget,
  signal: AbortSignal,
): Promise<Carried> {
  const up = budget.meter('up')
  const down = budget.meter('down')
  const faults: unknown[] = []
  const coded = from.headers['transfer-encoding'] !== undefined
  const request = send({
    // A socket of our own dialling: no agent, and so no proxy of the environment.
    createConnection: () => socket,
    method: from.method ?? 'GET',
    path: asked.path,
    headers: {
      ...asked.headers,
      ...(coded ? { 'transfer-encoding': 'chunked' } : {}),
      connection: 'close',
    },
    setDefaultHeaders: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
    timeout: budget.limits.idleMs,
    signal,
  })
  request.on('timeout', () => request.destroy(new Error('idle')))
  const answer = answerOf(request)
  const sent =
    asked.body === 'none'
      ? Promise.resolve(void request.end())
      : pipeline(from, up.stage, request, { signal })
  // A server may answer before it has read everything; then the rest is not worth sending.
  sent.catch((fault: unknown) => {
    faults.push(fault)
    request.destroy()
  })
  const got = await answer
  if (got instanceof Error) {
    faults.push(got)
    socket.destroy()
    const why =
      whyEnded(faults, signal) ??
      failure('net.connect', `${asked.host} did not send a valid answer (${codeOf(got)}).`)
    return { failure: why, bytesUp: up.bytes(), bytesDown: 0 }
  }
  const { connection: _, ...headers } = endToEnd(got.rawHeaders)
  to.writeHead(got.statusCode ?? 200, headers)
  await pipeline(got, down.stage, to, { signal }).catch((fault: unknown) => faults.push(fault))
  socket.destroy()
  return { failure: whyEnded(faults, signal), bytesUp: up.bytes(), bytesDown: down.bytes() }
}

const answerOf = (request: ReturnType<typeof send>): Promise<IncomingMessage | Error> =>
  new Promise((finish) => {
    request.once('response', (response) => {
      const { statusCode: status = 0 } = response
      finish(status >= 200 && status <= 599 ? response : new Error(`status ${status}`))
    })
    request.on('error', finish)
    request.once('close', () => finish(new Error('closed')))
  })
