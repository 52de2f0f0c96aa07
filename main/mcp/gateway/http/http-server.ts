// The listening side of streamable HTTP: a port of its own on loopback, and patience for slow
// clients that has an end.
import { createServer } from 'node:http'
import { failure, type Failure } from '../../../../contract/failure.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import { openHttpRequests, type HttpRequests, type HttpRequestsOptions } from './http-endpoint.ts'

export type HttpEndpoint = {
  readonly url: string
  readonly router: HttpRequests
  close(): Promise<void>
}

const mostConnections = 256
/**
 * Beyond these a connection is answered that there are too many; beyond this many more it is
 * dropped.
 */
const mostRefused = 64

/** How long the headers and the whole of a request may take to come in. */
export type RequestTimeouts = { readonly headersMs: number; readonly requestMs: number }
const usualTimeouts: RequestTimeouts = { headersMs: 10_000, requestMs: 60_000 }

/** @param port 0: any free one. */
export async function listenHttp(
  port: number,
  options: Omit<HttpRequestsOptions, 'hosts'>,
  timeouts: RequestTimeouts = usualTimeouts,
): Promise<Result<HttpEndpoint, Failure>> {
  let hosts: readonly string[] = []
  let connections = 0
  const router = openHttpRequests({
    ...options,
    hosts: () => hosts,
    full: () => connections > mostConnections,
  })
  // Answers may take as long as a person does; only what comes in has to come in time.
  const server = createServer(
    {
      connectionsCheckingInterval: timeouts.headersMs / 2,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: 30_000,
      maxHeaderSize: 16_384,
    },
    router.handle,
  )
  server.maxConnections = mostConnections + mostRefused
  server.on('connection', (socket) => {
    connections += 1
    // Those that only stay open for a next request make room first.
    if (connections > mostConnections) server.closeIdleConnections()
    socket.on('close', () => (connections -= 1))
  })
  server.on('clientError', (_, socket) => socket.destroy())
  const fault = await new Promise<string | null>((done) => {
    server.once('error', (cause: NodeJS.ErrnoException) => done(cause.code ?? cause.message))
    server.listen(port, '127.0.0.1', () => done(null))
  })
  if (fault !== null) {
    router.close()
    return err(
      failure(
        'gateway.cannot-listen',
        `The gateway cannot listen on 127.0.0.1:${port} (${fault}).`,
        'Choose another port.',
      ),
    )
  }
  const bound = (server.address() as { readonly port: number }).port
  hosts = [`127.0.0.1:${bound}`, `localhost:${bound}`]
  return ok({
    url: `http://127.0.0.1:${bound}/mcp`,
    router,
    close: () =>
      new Promise((done) => {
        router.close()
        server.close(() => done())
        server.closeAllConnections()
      }),
  })
}
