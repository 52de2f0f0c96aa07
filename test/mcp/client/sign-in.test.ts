// Signing in: nothing without a person, nothing for an answer that is not ours, and what is got
// stays with whom it belongs to. The flows of the specification are held against the conformance
// suite (test/mcp/conformance).
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { failure } from '../../../contract/failure.ts'
import { err, ok } from '../../../contract/result.ts'
import { openOutbound } from '../../../main/egress/outbound.ts'
import type { SignInDeps } from '../../../main/mcp/client/deps.ts'
import { openOutside, options, saying, stateOf } from './fixture.ts'

const fixture = openOutside('sign-in')
const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

type Asked = {
  readonly path: string
  readonly key: string | undefined
  readonly authorization: string | undefined
  readonly body: string
}

/** One server that is its own authorization server, and lets in who holds `token`. */
async function guardedServer() {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', base())
      const { authorization } = request.headers
      asked.push({
        path: url.pathname,
        key: request.headers['x-key'] as string | undefined,
        authorization,
        body,
      })
      const json = (status: number, value: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(value))
      }
      switch (url.pathname) {
        case '/.well-known/oauth-protected-resource/mcp':
          return json(200, { resource: `${base()}/mcp`, authorization_servers: [base()] })
        case '/.well-known/oauth-authorization-server':
          return json(200, {
            issuer: base(),
            authorization_endpoint: `${base()}/authorize`,
            token_endpoint: `${base()}/token`,
            registration_endpoint: `${base()}/register`,
            response_types_supported: ['code'],
            code_challenge_methods_supported: ['S256'],
          })
        case '/register':
          return json(201, { ...(JSON.parse(body) as object), client_id: 'client' })
        case '/token':
          return json(200, { access_token: 'token', token_type: 'Bearer', refresh_token: 'again' })
        case '/mcp': {
          if (authorization !== 'Bearer token')
            return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
          const { id, method } = (body === '' ? {} : JSON.parse(body)) as {
            id?: number
            method?: string
          }
          if (id === undefined)
            return void response.writeHead(request.method === 'POST' ? 202 : 405).end()
          if (method === 'initialize')
            return json(200, {
              jsonrpc: '2.0',
              id,
              result: {
                protocolVersion: '2025-11-25',
                capabilities: { tools: {} },
                serverInfo: { name: 'g', version: '1' },
              },
            })
          if (method === 'tools/list')
            return json(200, {
              jsonrpc: '2.0',
              id,
              result: { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
            })
          if (method === 'tools/call')
            return json(200, {
              jsonrpc: '2.0',
              id,
              result: { content: [{ type: 'text', text: 'let in' }] },
            })
          return json(200, { jsonrpc: '2.0', id, error: { code: -32_601, message: 'no' } })
        }
        default:
          return void response.writeHead(404).end()
      }
    })
  })
  const base = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => (server.close(), server.closeAllConnections()))
  return { url: `${base()}/mcp`, asked }
}

/** A person who signs in: `reply` makes of the page's address what comes back. */
function person(reply: (page: URL) => URLSearchParams) {
  const outbound = openOutbound({ hosts: () => [] })
  const stored = new Map<string, string | null>()
  const pages: URL[] = []
  let answer: (query: URLSearchParams) => void = () => {}
  const signIn: SignInDeps = {
    fetch: (url) => outbound.signInFetch(url),
    browse: async (page) => {
      pages.push(new URL(page))
      answer(reply(new URL(page)))
    },
    listen: async () =>
      ok({
        redirectUrl: 'http://127.0.0.1:49152/signed-in',
        answered: new Promise((resolve) => (answer = resolve)),
        dispose: async () => {},
      }),
    load: async (resource) => stored.get(resource) ?? null,
    save: async (resource, secret) => void stored.set(resource, secret),
  }
  return { signIn, stored, pages }
}
const honest = (page: URL): URLSearchParams =>
  new URLSearchParams({ code: 'code', state: page.searchParams.get('state') ?? '' })

describe('signing in to a server', () => {
  it(
    'waits for a person, then keeps what it got for that address, and sends our own headers nowhere else',
    { timeout: 600_000 },
    async () => {
      const { url, asked } = await guardedServer()
      const { signIn, stored, pages } = person(honest)
      const connection = fixture.connectTo(
        'guarded',
        { transport: 'http', url, headers: { 'X-Key': 'mine' } },
        { signIn },
      )
      await stateOf(connection, 'needs-sign-in')
      expect(connection.state()).toEqual({
        kind: 'needs-sign-in',
        text: 'It wants a person to sign in.',
      })
      expect(pages).toEqual([])
      expect(asked.some(({ path }) => path === '/register')).toBe(false)
      connection.start()
      await stateOf(connection, 'ready')
      expect(await connection.call('echo', {}, options())).toEqual(saying('let in'))
      expect(pages[0]?.searchParams.get('resource')).toBe(url)
      expect(pages[0]?.searchParams.get('code_challenge_method')).toBe('S256')
      expect(
        new URLSearchParams(asked.find(({ path }) => path === '/token')?.body).get('resource'),
      ).toBe(url)
      expect(
        asked.filter(({ key }) => key !== undefined).every(({ path }) => path === '/mcp'),
      ).toBe(true)
      expect([...stored.keys()]).toEqual([url])
      expect(stored.get(url)).toContain('"access_token":"token"')
      await connection.dispose()
      const later = fixture.connectTo('later', { transport: 'http', url }, { signIn })
      await stateOf(later, 'ready')
      expect(pages.length).toBe(1)
    },
  )

  it('takes no answer that belongs to another sign-in', { timeout: 600_000 }, async () => {
    const { url, asked } = await guardedServer()
    const { signIn, stored } = person(
      () => new URLSearchParams({ code: 'forged', state: 'forged' }),
    )
    const connection = fixture.connectTo('forged', { transport: 'http', url }, { signIn })
    await stateOf(connection, 'needs-sign-in')
    connection.start()
    await expect.poll(() => connection.log().join(' ')).toMatch(/does not belong to this sign-in/)
    expect(connection.state().kind).toBe('needs-sign-in')
    expect(asked.some(({ path }) => path === '/token')).toBe(false)
    expect(JSON.stringify([...stored.values()])).not.toContain('access_token')
  })

  it('says so where it cannot be done', { timeout: 600_000 }, async () => {
    const { url } = await guardedServer()
    const connection = fixture.connectTo('alone', { transport: 'http', url })
    await stateOf(connection, 'needs-sign-in')
    expect(connection.state()).toEqual({
      kind: 'needs-sign-in',
      text: expect.stringContaining('as a header'),
    })
    const { signIn } = person(honest)
    const deaf = fixture.connectTo(
      'deaf',
      { transport: 'http', url },
      {
        signIn: {
          ...signIn,
          listen: async () => err(failure('server.sign-in', 'There is no port.')),
        },
      },
    )
    await stateOf(deaf, 'needs-sign-in')
    deaf.start()
    await expect.poll(() => deaf.log().join(' ')).toMatch(/There is no port/)
  })
})
