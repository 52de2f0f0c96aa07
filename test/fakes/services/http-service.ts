// The one HTTP server under every fake of an outside service: takes requests, checks who asks, keeps
// to a rate limit and goes wrong on demand. What a service says is in the fake of that service.
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = {
  readonly method: string
  /** Without the query, as it was sent. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Reply = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is; its type is in `headers`. */
  readonly body?: string | Uint8Array
}

/** How a service can fail, whatever was asked of it. */
export const MISHAPS = [
  '401',
  '403',
  '404',
  '409',
  '422',
  '429',
  '500',
  'html',
  '50 MB',
  'half a body',
  'nothing',
  'wrong JSON',
  'no answer',
] as const
export type Mishap = (typeof MISHAPS)[number]

/** What the service is told that it must not repeat, and a client must never show. */
export const PLANTED = 'gh-planted-0123456789abcdef'

export type HttpService = {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** As the person's allowlist has to name it, every way it can be written. */
  readonly hosts: readonly string[]
  readonly asked: Asked[]
  /** Requests whose client closed the connection before the answer had ended. */
  readonly abandoned: Asked[]
  /** Every request from now on, or the next few, end so. */
  goWrong(mishap: Mishap, times?: number): void
  /** Every right answer from now on is changed so before it is sent. */
  spoil(change: (reply: Reply) => Reply): void
  /** So many more requests are answered; then 429 with `retry-after`, until it is set again. */
  limitTo(requests: number, retryAfterSeconds?: number): void
}

export type ServiceOptions = {
  /** The header that has to come with every request, by its lower-case name. */
  readonly expects?: { readonly header: string; readonly value: string }
  /** The error of this service in its own format. */
  readonly error?: (status: number, text: string) => Reply
}

const open: (() => Promise<void>)[] = []

/** Under vitest after each test by itself; a spec of the window calls it. */
export async function closeServices(): Promise<void> {
  for (const close of open.splice(0)) await close()
}
if (process.env['VITEST'] !== undefined) (await import('vitest')).afterEach(closeServices)

/** Closed after the test. `answer` gives null for a path that the service does not have. */
export async function httpService(
  answer: (asked: Asked) => Reply | null,
  { expects, error = plainError }: ServiceOptions = {},
): Promise<HttpService> {
  const asked: Asked[] = []
  const abandoned: Asked[] = []
  let wrong: { mishap: Mishap; left: number } | null = null
  let limit: { left: number; retryAfter: number } | null = null
  let spoiled = (reply: Reply): Reply => reply
  const reply = (one: Asked): Reply => {
    if (limit !== null && limit.left-- <= 0) {
      const limited = error(429, 'rate limit exceeded')
      return { ...limited, headers: { ...limited.headers, 'retry-after': `${limit.retryAfter}` } }
    }
    if (expects !== undefined && one.headers[expects.header] !== expects.value)
      return error(401, 'bad credentials')
    return answer(one) ?? error(404, 'not found')
  }
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://service.test')
      const one = {
        method: request.method ?? '',
        path: (request.url ?? '').split('?')[0] ?? '',
        query: url.searchParams,
        headers: request.headers,
        body,
      }
      asked.push(one)
      response.on('close', () => void (response.writableFinished || abandoned.push(one)))
      if (wrong !== null && wrong.left-- > 0)
        return fail(wrong.mishap, response, error, credentialsOf(one))
      send(spoiled(reply(one)), response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return {
    url: `http://127.0.0.1:${port}`,
    hosts: [`http://127.0.0.1:${port}`, `127.0.0.1:${port}`],
    asked,
    abandoned,
    goWrong: (mishap, times = Number.POSITIVE_INFINITY) => void (wrong = { mishap, left: times }),
    spoil: (change) => void (spoiled = change),
    limitTo: (requests, retryAfterSeconds = 1) =>
      void (limit = { left: requests, retryAfter: retryAfterSeconds }),
  }
}

const plainError = (status: number, text: string): Reply => ({ status, json: { error: text } })

function send({ status = 200, headers = {}, json, body }: Reply, response: ServerResponse): void {
  const typed = json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }
  response.writeHead(status, {
    ...typed,
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, asList(value)])),
  })
  response.end(json === undefined ? body : JSON.stringify(json))
}

const asList = (value: string | readonly string[]): string | string[] =>
  typeof value === 'string' ? value : [...value]

/** What a careless service says back: all that could be a credential. */
const credentialsOf = ({ headers, query }: Asked): string =>
  Object.entries({ ...headers, ...Object.fromEntries(query) })
    .filter(([name]) => /auth|key|token|appid|cookie/.test(name))
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(' ')

function fail(
  mishap: Mishap,
  response: ServerResponse,
  error: NonNullable<ServiceOptions['error']>,
  echo: string,
): void {
  switch (mishap) {
    case 'html':
      return send(
        {
          headers: { 'content-type': 'text/html' },
          body: `<!doctype html><title>Sign in</title><p>${PLANTED} ${echo}</p>`,
        },
        response,
      )
    case '50 MB': {
      response.writeHead(200, { 'content-type': 'application/json' })
      const piece = `"${'x'.repeat(1_048_574)}`
      let left = 50
      const more = (): void => {
        while (left-- > 0) if (response.destroyed || !response.write(piece)) return
        response.end()
      }
      response.on('drain', more)
      return more()
    }
    case 'half a body':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"half": [1, 2')
      setTimeout(() => response.destroy(), 20)
      return
    case 'nothing':
      return send({ headers: { 'content-type': 'application/json' }, body: '' }, response)
    case 'wrong JSON':
      return send({ json: { items: 7, data: 'no', error: null, told: echo } }, response)
    case 'no answer':
      // Until the one who asked gives up.
      return
    case '401':
    case '403':
    case '404':
    case '409':
    case '422':
    case '429':
    case '500': {
      const status = Number(mishap)
      const reply = error(status, `it says ${status}, and ${PLANTED}, to ${echo}`)
      return send(
        status === 429 ? { ...reply, headers: { ...reply.headers, 'retry-after': '1' } } : reply,
        response,
      )
    }
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
