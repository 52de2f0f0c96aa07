// A model server on a real local port that speaks the wire formats of Anthropic Messages and OpenAI
// chat completions, as their documentation describes them. Each request is answered by the next
// line of the script, the last one for good.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropicEvents } from './anthropic-wire.ts'
import { openAiEvents } from './openai-wire.ts'
import type { Said } from './said.ts'

export type Turn =
  | ({ readonly kind: 'say' } & Said)
  /** As `say`, but a pause before each event. */
  | ({ readonly kind: 'slow'; readonly pauseMs: number } & Said)
  /** As `say`, but the connection breaks (`reset`) or simply ends after so many events. */
  | ({ readonly kind: 'stops'; readonly after: number; readonly reset: boolean } & Said)
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** A 200 answer with whatever is in it. */
  | { readonly kind: 'body'; readonly type: string; readonly body: string }
  /** An error that comes inside the stream, after the text. */
  | {
      readonly kind: 'stream-error'
      readonly text?: readonly string[]
      readonly type: string
      readonly message: string
    }
  /** Takes the request and never answers; with text, says it and then falls silent. */
  | ({ readonly kind: 'hangs' } & Said)
  /** Breaks the connection before any answer. */
  | { readonly kind: 'drops' }

export type Asked = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
}

export type ModelServer = {
  readonly url: string
  readonly asked: readonly Asked[]
  /** Requests whose client went away before the answer was whole. */
  readonly abandoned: () => number
  readonly close: () => Promise<void>
}

export async function modelServer(
  script: readonly Turn[] | ((asked: Asked, at: number) => Turn),
): Promise<ModelServer> {
  const asked: Asked[] = []
  let abandoned = 0
  const server: Server = createServer((request, response) => {
    // It has no lists of models; only what is said to it counts.
    if (request.method === 'GET')
      return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    response.on('close', () => {
      if (!response.writableFinished) abandoned++
    })
    void readBody(request).then(async (body) => {
      const ask: Asked = { path: request.url ?? '', headers: request.headers, body }
      asked.push(ask)
      const turn =
        typeof script === 'function'
          ? script(ask, asked.length - 1)
          : (script[asked.length - 1] ?? script.at(-1))
      await answer(turn ?? { kind: 'status', status: 500 }, ask, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    abandoned: () => abandoned,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

async function answer(turn: Turn, asked: Asked, response: ServerResponse): Promise<void> {
  const anthropic = asked.path.endsWith('/messages')
  if (!anthropic && !asked.path.endsWith('/chat/completions'))
    return end(response, 404, 'no such path')
  const wire = anthropic ? anthropicEvents : openAiEvents
  switch (turn.kind) {
    case 'drops':
      response.destroy()
      return
    case 'status': {
      const error = { type: 'error', message: turn.body ?? `status ${turn.status}` }
      for (const [name, value] of Object.entries(turn.headers ?? {}))
        response.setHeader(name, value)
      return end(
        response,
        turn.status,
        JSON.stringify(anthropic ? { type: 'error', error } : { error }),
      )
    }
    case 'body':
      response.writeHead(200, { 'content-type': turn.type })
      response.end(turn.body)
      return
    case 'hangs':
      if (turn.text === undefined) return
      open(response)
      for (const event of wire(turn).slice(0, -3)) response.write(event)
      return
    case 'stream-error': {
      open(response)
      const error = { type: turn.type, message: turn.message }
      for (const event of turn.text === undefined ? [] : wire({ text: turn.text }).slice(0, -3))
        response.write(event)
      response.end(
        anthropic
          ? `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`
          : `data: ${JSON.stringify({ error })}\n\n`,
      )
      return
    }
    case 'stops': {
      open(response)
      for (const event of wire(turn).slice(0, turn.after)) await written(response, event)
      if (turn.reset) response.destroy()
      else response.end()
      return
    }
    case 'say':
    case 'slow':
      open(response)
      for (const event of wire(turn)) {
        if (turn.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, turn.pauseMs))
        if (response.destroyed) return
        response.write(event)
      }
      response.end()
  }
}

const open = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
const written = (response: ServerResponse, text: string): Promise<void> =>
  new Promise((resolve) => response.write(text, () => setTimeout(resolve, 5)))
const end = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body)
}
