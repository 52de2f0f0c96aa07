// One HTTP response to one request: JSON when there is only an answer, a stream of events when
// something comes before it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Out } from '../protocol/client-output.ts'
import { code } from '../protocol/protocol.ts'
import { strayText, type Reply } from '../protocol/reply.ts'

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const

/** Bytes that may wait for a client that does not read. */
const mostWaiting = 32 * 1024 * 1024

export function openStream(
  response: ServerResponse,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(200, { ...streamHeaders, ...headers })
  response.flushHeaders()
}

export function writeEvent(response: ServerResponse, text: string): void {
  if (response.writableLength > mostWaiting) response.destroy()
  else if (!response.writableEnded) response.write(`event: message\ndata: ${text}\n\n`)
}

/** Tells the era's own status from the reply. `opened`: a stream has begun. */
export function httpOut(
  response: ServerResponse,
  statusOf: (reply: Reply) => number,
  opened: () => void,
  headers: Readonly<Record<string, string>> = {},
): Out {
  let streaming = false
  return {
    send(text) {
      if (!streaming) {
        streaming = true
        openStream(response, headers)
        opened()
      }
      writeEvent(response, text)
    },
    end(text, reply) {
      if (response.writableEnded || response.destroyed) return
      if (!streaming) return answerJson(response, statusOf(reply), text, headers)
      writeEvent(response, text)
      response.end()
    },
    unread: () =>
      response.writableLength === 0 || response.destroyed
        ? null
        : new Promise((done) => response.once('finish', done).once('close', done)),
  }
}

export function answerJson(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}

export function refuse(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  answerJson(response, status, strayText(code.unavailable, text), headers)
}

/** How long a client may go on sending what is not read, before it has to read why. */
const lastWordMs = 2_000

/**
 * Refuses a request whose body is not wanted. A connection that is closed with unread bytes in it
 * drops what was written to it, so the rest of the body is thrown away for a moment.
 */
export function refuseBody(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
): void {
  const body = strayText(code.unavailable, text)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  response.write(body)
  const end = (): void => {
    clearTimeout(late)
    response.end()
  }
  const late = setTimeout(end, lastWordMs).unref()
  request.removeAllListeners('data').once('end', end).once('close', end).resume()
}

export const modernStatus = (reply: Reply): number => {
  if (reply.kind !== 'failed') return 200
  if (reply.code === code.methodNotFound) return 404
  const early = [
    code.parse,
    code.invalidRequest,
    code.headerMismatch,
    code.missingCapability,
    code.unsupportedVersion,
  ] as const
  return early.some((one) => one === reply.code) ? 400 : 200
}

export const legacyStatus = (reply: Reply): number =>
  reply.kind === 'failed' && (reply.code === code.parse || reply.code === code.invalidRequest)
    ? 400
    : 200
