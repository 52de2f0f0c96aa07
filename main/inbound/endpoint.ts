// The loopback endpoint of webhooks: a port of its own, which answers signed requests and nothing
// else. It leads to no page, no call and no other endpoint of Gatehouse.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { isFresh, isSignedWith, newSecret, signedIn } from './signature.ts'
import { openRate } from './rate.ts'
import { readBody } from './request-body.ts'

export const MOST_BYTES = 256 * 1024
/** Bodies that are read at the same time. */
const MOST_BODIES = 16
const MOST_CONNECTIONS = 64
/** Signed requests within a minute. */
const MOST_PER_MINUTE = { each: 60, all: 240 } as const
const PATH = /^\/hooks\/([a-z0-9][a-z0-9-]{0,47})$/

export type Delivery = {
  readonly hook: string
  readonly delivery: string
  readonly signedAt: number
  readonly body: Buffer
}
export type Answer = {
  readonly status: number
  readonly body: Readonly<Record<string, string | number | boolean>>
}
export type Refused = 'signature-refused' | 'throttled' | 'too-large'

export type EndpointDeps = {
  /** Null: there is no such webhook. Failures: its secret cannot be read now. */
  readonly secretOf: (hook: string) => Promise<Result<string | null, Failure>>
  /** What was signed by the one who knows the secret. */
  readonly take: (delivery: Delivery) => Promise<Answer>
  /** Somebody was turned away; `hook`: only where it was signed. */
  readonly refused: (why: Refused, hook: string | null) => void
  readonly now: () => number
  readonly monotonic: () => number
  readonly report: (fault: unknown) => void
  readonly timeouts?: { readonly headersMs: number; readonly requestMs: number }
}

export type Endpoint = { readonly port: number; close(): Promise<void> }

const usualTimeouts = { headersMs: 5_000, requestMs: 10_000 }

/** @param port 0: any free one. Fails with `webhook.cannot-listen`. */
export async function openEndpoint(
  port: number,
  deps: EndpointDeps,
): Promise<Result<Endpoint, Failure>> {
  const { headersMs, requestMs } = deps.timeouts ?? usualTimeouts
  let hosts: readonly string[] = []
  const answer = answerWith(deps, () => hosts)
  const server = createServer(
    {
      connectionsCheckingInterval: headersMs / 2,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: 5_000,
      maxHeaderSize: 8_192,
    },
    (request, response) => {
      response.on('error', () => response.destroy())
      answer(request)
        .catch((fault: unknown): Said => {
          deps.report(fault)
          return said(500, 'Gatehouse could not take this. Send it again later.')
        })
        .then((given) => send(request, response, given))
        .catch(() => response.destroy())
    },
  )
  server.maxConnections = MOST_CONNECTIONS
  server.on('clientError', (_, socket) => socket.destroy())
  const fault = await new Promise<string | null>((done) => {
    server.once('error', (cause: NodeJS.ErrnoException) => done(cause.code ?? cause.message))
    server.listen(port, '127.0.0.1', () => done(null))
  })
  if (fault !== null)
    return err(
      failure(
        'webhook.cannot-listen',
        fault === 'EADDRINUSE'
          ? `Another program uses port ${port}, so no webhook can come in.`
          : `Webhooks cannot listen on 127.0.0.1:${port} (${fault}).`,
        'Quit that program, or choose another port: gatehouse serve --webhook-port N',
      ),
    )
  const bound = (server.address() as { readonly port: number }).port
  hosts = [`127.0.0.1:${bound}`, `localhost:${bound}`]
  return ok({
    port: bound,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  })
}

type Said = Answer & { readonly headers?: Readonly<Record<string, string>> }
const said = (status: number, error: string, headers: Said['headers'] = {}): Said => ({
  status,
  body: { error },
  headers,
})

/** The same for each way to be wrong: nobody learns which webhooks there are. */
const unsigned = said(
  401,
  'This is not signed by a sender that Gatehouse knows, or it was signed too long ago.',
)

function answerWith(
  { secretOf, take, refused, now, monotonic }: EndpointDeps,
  hosts: () => readonly string[],
): (request: IncomingMessage) => Promise<Said> {
  const rate = openRate(MOST_PER_MINUTE, monotonic)
  const nobody = newSecret()
  let reading = 0
  const large = (): Said => {
    refused('too-large', null)
    return said(413, `A body is at most ${MOST_BYTES} bytes long.`)
  }
  return async (request) => {
    const { headers } = request
    // A name that somebody else's DNS points at this machine must not reach us, and no page may.
    if (!hosts().includes(headers.host?.toLowerCase() ?? ''))
      return said(403, 'Webhooks are answered at 127.0.0.1 and localhost only.')
    if (headers.origin !== undefined) return said(403, 'No web page may send here.')
    const hook = PATH.exec(request.url ?? '')?.[1]
    if (hook === undefined) return said(404, 'There is nothing here.')
    if (request.method !== 'POST') return said(405, 'Use POST.', { allow: 'POST' })
    const signed = signedIn(headers)
    if (signed === null || !isFresh(signed, now())) {
      refused('signature-refused', null)
      return unsigned
    }
    if (Number(headers['content-length'] ?? 0) > MOST_BYTES) return large()
    if (reading >= MOST_BODIES) {
      refused('throttled', null)
      return said(503, 'Too much comes in at once. Send it again later.', { 'retry-after': '5' })
    }
    reading += 1
    const body = await readBody(request, MOST_BYTES).finally(() => (reading -= 1))
    if (body === undefined) return unsigned
    if (body === null) return large()
    const secret = await secretOf(hook)
    if (!secret.ok) return said(503, secret.error.text, { 'retry-after': '60' })
    if (!isSignedWith(secret.value ?? nobody, signed, body) || secret.value === null) {
      refused('signature-refused', null)
      return unsigned
    }
    if (!rate.take(hook)) {
      refused('throttled', hook)
      return said(429, 'Too many events within a minute.', { 'retry-after': '60' })
    }
    return take({ hook, delivery: signed.delivery, signedAt: signed.signedAt, body })
  }
}

function send(request: IncomingMessage, response: ServerResponse, { status, body, headers }: Said) {
  const text = `${JSON.stringify(body)}\n`
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
    // What comes after a refused body is not worth reading.
    ...(request.complete ? {} : { connection: 'close' }),
  })
  response.end(text, () => {
    if (!request.complete) request.destroy()
  })
}
