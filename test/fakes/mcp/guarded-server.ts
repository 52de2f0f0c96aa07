// A server at an address that is its own authorization server: discovery, registration, PKCE
// checked, codes good for once, tokens made at random. Its sign-in page sends anyone who comes
// straight back, as a person does who is signed in already.
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type GuardedServer = {
  readonly url: string
  /** Pages that were visited, and tokens that were given. */
  readonly visits: readonly URL[]
  readonly tokens: readonly string[]
  close(): void
}

export async function startGuardedServer(): Promise<GuardedServer> {
  const visits: URL[] = []
  const tokens: string[] = []
  const refresh = new Set<string>()
  const codes = new Map<string, { readonly challenge: string; readonly redirect: string }>()
  const clients = new Map<string, readonly string[]>()

  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', base())
      const json = (status: number, value: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(value))
      }
      const give = (): void => {
        const token = randomBytes(24).toString('hex')
        const again = randomBytes(24).toString('hex')
        tokens.push(token, again)
        refresh.add(again)
        json(200, {
          access_token: token,
          token_type: 'Bearer',
          expires_in: 3600,
          refresh_token: again,
        })
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
        case '/register': {
          const id = randomBytes(8).toString('hex')
          const wanted = JSON.parse(body) as { redirect_uris: string[] }
          clients.set(id, wanted.redirect_uris)
          return json(201, { ...wanted, client_id: id })
        }
        case '/authorize': {
          visits.push(url)
          const asked = url.searchParams
          const redirect = asked.get('redirect_uri') ?? ''
          if (clients.get(asked.get('client_id') ?? '')?.includes(redirect) !== true)
            return json(400, { error: 'invalid_client' })
          const code = randomBytes(16).toString('hex')
          codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirect })
          const back = new URL(redirect)
          back.searchParams.set('code', code)
          back.searchParams.set('state', asked.get('state') ?? '')
          return void response.writeHead(302, { location: back.href }).end()
        }
        case '/token': {
          const asked = new URLSearchParams(body)
          if (asked.get('grant_type') === 'refresh_token')
            return refresh.delete(asked.get('refresh_token') ?? '')
              ? give()
              : json(400, { error: 'invalid_grant' })
          const code = codes.get(asked.get('code') ?? '')
          codes.delete(asked.get('code') ?? '')
          const proof = createHash('sha256')
            .update(asked.get('code_verifier') ?? '')
            .digest('base64url')
          if (
            code === undefined ||
            code.challenge !== proof ||
            code.redirect !== asked.get('redirect_uri')
          )
            return json(400, { error: 'invalid_grant' })
          return give()
        }
        case '/mcp': {
          const given = request.headers.authorization?.replace('Bearer ', '') ?? ''
          if (!tokens.includes(given))
            return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
          const { id, method } = (body === '' ? {} : JSON.parse(body)) as {
            id?: number
            method?: string
          }
          if (id === undefined)
            return void response.writeHead(request.method === 'POST' ? 202 : 405).end()
          const answer = (result: unknown): void => json(200, { jsonrpc: '2.0', id, result })
          if (method === 'initialize')
            return answer({
              protocolVersion: '2025-11-25',
              capabilities: { tools: {} },
              serverInfo: { name: 'guarded', version: '1' },
            })
          if (method === 'tools/list')
            return answer({ tools: [{ name: 'list_issues', inputSchema: { type: 'object' } }] })
          if (method === 'tools/call')
            return answer({ content: [{ type: 'text', text: 'no issues' }] })
          return json(200, { jsonrpc: '2.0', id, error: { code: -32_601, message: 'no' } })
        }
        default:
          return void response.writeHead(404).end()
      }
    })
  })
  const base = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `${base()}/mcp`,
    visits,
    tokens,
    close: () => (server.close(), server.closeAllConnections()),
  }
}
