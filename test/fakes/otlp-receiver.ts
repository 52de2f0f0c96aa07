// A receiver of OTLP logs over HTTP, as a Collector has one: keeps what it accepts, and can be slow,
// busy, gone, or refuse some of the records.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { partialSuccess, readJson, readProtobuf, type Received } from './otlp-wire.ts'

const unpack = promisify(gunzip)

export type Mood =
  | { readonly kind: 'well' }
  /** Refuses those, and keeps the others. */
  | { readonly kind: 'picky'; readonly refuses: (record: Received) => boolean }
  | {
      readonly kind: 'answers'
      readonly status: number
      readonly headers?: Record<string, string>
      readonly text?: string
    }
  | { readonly kind: 'silent' }
  /** Keeps the records, and the connection is cut before it can say so. */
  | { readonly kind: 'cut-after' }
  /** The connection is cut while the records come in. */
  | { readonly kind: 'cut-within' }

export type Receiver = {
  readonly url: string
  /** In the order in which they were accepted; some may be there twice. */
  readonly records: Received[]
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  mood: Mood
  /** Ends it, connections and all; `start` again listens at the same port. */
  stop(): Promise<void>
  start(): Promise<void>
}

export async function otlpReceiver(tls?: { key: string; cert: string }): Promise<Receiver> {
  const receiver = { mood: { kind: 'well' } as Mood, records: [] as Received[] }
  const requests: { path: string; headers: IncomingMessage['headers'] }[] = []
  let server: Server | null = null
  let port = 0

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { mood } = receiver
    requests.push({ path: request.url ?? '', headers: request.headers })
    if (mood.kind === 'cut-within') {
      request.once('data', () => request.socket.destroy())
      return
    }
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (mood.kind === 'silent') return
    if (mood.kind === 'answers') {
      response.writeHead(mood.status, { 'content-type': 'text/plain', ...mood.headers })
      response.end(mood.text ?? '')
      return
    }
    const sent = Buffer.concat(parts)
    const body = request.headers['content-encoding'] === 'gzip' ? await unpack(sent) : sent
    const as = request.headers['content-type'] === 'application/json' ? 'json' : 'protobuf'
    const read = as === 'json' ? readJson(body) : readProtobuf(body)
    const refused = mood.kind === 'picky' ? read.filter(mood.refuses) : []
    receiver.records.push(...read.filter((record) => !refused.includes(record)))
    if (mood.kind === 'cut-after') {
      request.socket.destroy()
      return
    }
    response.writeHead(200, { 'content-type': request.headers['content-type'] })
    response.end(
      refused.length === 0
        ? as === 'json'
          ? '{}'
          : ''
        : partialSuccess(refused.length, 'too long\u0007 for me', as),
    )
  }

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    take(request, response).catch((error: unknown) => {
      response.writeHead(400, { 'content-type': 'text/plain' })
      response.end(String(error))
    })
  }

  async function start(): Promise<void> {
    const opened = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
    await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve))
    port = (opened.address() as AddressInfo).port
    server = opened
  }
  async function stop(): Promise<void> {
    const open = server
    server = null
    if (open === null) return
    open.closeAllConnections()
    await new Promise((resolve) => open.close(resolve))
  }
  await start()
  return Object.assign(receiver, {
    url: `${tls === undefined ? 'http://127.0.0.1' : 'https://localhost'}:${port}`,
    requests,
    start,
    stop,
  })
}
