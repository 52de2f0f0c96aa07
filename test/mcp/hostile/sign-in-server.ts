// A server that wants a sign-in and is its own authorization server, honest but for what a test has it
// answer otherwise; and a person who signs in whenever a page is opened.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openOutbound } from '../../../main/egress/outbound.ts'
import { systemConnect } from '../../../main/egress/dial.ts'
import type { SignInDeps } from '../../../main/mcp/client/deps.ts'
import { wireSignIn } from '../../../main/wiring/execution/sign-in/sign-in.ts'
import { ok } from '../../../contract/result.ts'

export const TOKEN = 'the-token-of-the-person'
export const CODE = 'the-code-of-the-person'

type Json = Readonly<Record<string, unknown>>
/** What it says at a path instead: a body, or the answer by hand. */
export type Otherwise = (
  base: string,
) => Readonly<Record<string, Json | ((request: IncomingMessage, response: ServerResponse) => void)>>

export type Asked = {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly authorization: string | undefined
  readonly body: string
}

export async function openSignInServer(otherwise: Otherwise = () => ({})) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', base())
      const { authorization } = request.headers
      const method = request.method ?? ''
      asked.push({ method, path: url.pathname, query: url.search, authorization, body })
      const json = (status: number, value: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(value))
      }
      const other = otherwise(base())[url.pathname]
      if (typeof other === 'function') return other(request, response)
      switch (url.pathname) {
        case '/.well-known/oauth-protected-resource/mcp':
          return json(200, {
            resource: `${base()}/mcp`,
            authorization_servers: [base()],
            scopes_supported: ['read'],
            ...other,
          })
        case '/.well-known/oauth-authorization-server':
          return json(200, {
            issuer: base(),
            authorization_endpoint: `${base()}/authorize`,
            token_endpoint: `${base()}/token`,
            registration_endpoint: `${base()}/register`,
            response_types_supported: ['code'],
            code_challenge_methods_supported: ['S256'],
            ...other,
          })
        case '/register':
          return json(201, { ...(JSON.parse(body) as object), client_id: 'client', ...other })
        case '/token':
          return json(200, { access_token: TOKEN, token_type: 'Bearer', ...other })
        case '/mcp':
          return authorization === `Bearer ${TOKEN}`
            ? speak(body, json, () => void response.writeHead(202).end())
            : void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
        default:
          return void response.writeHead(404).end()
      }
    })
  })
  const base = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `${base()}/mcp`,
    port: (server.address() as AddressInfo).port,
    asked,
    close: () => (server.close(), server.closeAllConnections()),
  }
}

function speak(
  body: string,
  json: (status: number, value: unknown) => void,
  nothing: () => void,
): void {
  const { id, method } = (body === '' ? {} : JSON.parse(body)) as { id?: number; method?: string }
  if (id === undefined) return nothing()
  const result: Json | undefined = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'g', version: '1' },
    },
    'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
  }[method ?? '']
  json(200, {
    jsonrpc: '2.0',
    id,
    ...(result === undefined ? { error: { code: -32_601, message: 'no' } } : { result }),
  })
}

/** Names of the test, and where they lead. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1'],
  'login.inside.example': ['10.0.0.7'],
  'login.here.example': ['127.0.0.1'],
  'login.mixed.example': ['203.0.113.9', '169.254.169.254'],
}

/**
 * The wiring of the program with the network of a test: what was dialled, which pages were opened,
 * what is stored, and what the journal was told.
 */
export function openPerson(url: string, reply?: (page: URL) => URLSearchParams) {
  const dialled: string[] = []
  const outbound = openOutbound({
    hosts: () => [],
    resolve: async (host) => NAMES[host] ?? Promise.reject(new Error('ENOTFOUND')),
    connect: (address, port) => {
      dialled.push(`${address}:${port}`)
      return systemConnect(address, port)
    },
  })
  const stored = new Map<string, string>()
  const pages: URL[] = []
  const journal: string[] = []
  let answer: (query: URLSearchParams) => void = () => {}
  const answerOf =
    reply ??
    ((page: URL) =>
      new URLSearchParams({ code: CODE, state: page.searchParams.get('state') ?? '' }))
  const wired = wireSignIn('guarded', {
    url,
    outbound,
    credentials: {
      signIns: {
        ready: async () => ok(null),
        load: async (_: string, resource: string) => ok(stored.get(resource) ?? null),
        save: async (_: string, resource: string, secret: string) => (
          stored.set(resource, secret),
          ok(null)
        ),
        remove: async () => (stored.clear(), ok(null)),
      },
    } as unknown as Parameters<typeof wireSignIn>[1]['credentials'],
    browse: async (page) => {
      pages.push(new URL(page))
      answer(answerOf(new URL(page)))
    },
    waiting: () => {},
    signingIn: (text) => void journal.push(text),
    wanted: () => true,
  })
  const signIn: SignInDeps = {
    ...wired,
    listen: async () =>
      ok({
        redirectUrl: 'http://127.0.0.1:49152/signed-in',
        answered: new Promise((resolve) => (answer = resolve)),
        dispose: async () => {},
      }),
  }
  return { signIn, outbound, dialled, pages, stored, journal, dispose: outbound.dispose }
}
