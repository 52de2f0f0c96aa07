// Where bundles come from, over real TLS: an address with ETag, and a small OCI registry that speaks
// the pull half of the distribution API, with tokens and blobs that are kept elsewhere.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const pem = (name: string): string =>
  fileURLToPath(new URL(`../egress/fixtures/${name}`, import.meta.url))

/** The authority that vouches for these servers: a file. */
export const authorityFile = pem('server-cert.pem')

export type BundleServer = {
  readonly host: string
  readonly port: number
  readonly url: string
  /** What lies at the address and in the registry under `stable`. */
  put(bundle: string): void
  /** From now on every request is answered so; null: as usual. */
  answer(with_: ((request: IncomingMessage, response: ServerResponse) => void) | null): void
  /** Asks for a token, and for this user and password where it is not null. */
  guard(basic: string | null): void
  /** Methods, paths and what let them in, in the order in which they were asked for. */
  readonly asked: readonly { readonly path: string; readonly by: string | null }[]
  close(): Promise<void>
}

const digestOf = (text: string): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`

const portOf = (server: Server): number => (server.address() as AddressInfo).port

export async function startBundleServer(): Promise<BundleServer> {
  let bundle = ''
  let special: ((request: IncomingMessage, response: ServerResponse) => void) | null = null
  let guarded: { readonly basic: string | null } | null = null
  const asked: { path: string; by: string | null }[] = []

  const manifest = (): string =>
    JSON.stringify({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      artifactType: 'application/vnd.gatehouse.policy-bundle',
      config: {
        mediaType: 'application/vnd.oci.empty.v1+json',
        digest: digestOf('{}'),
        size: 2,
      },
      layers: [
        {
          mediaType: 'application/vnd.dsse.envelope.v1+json',
          digest: digestOf(bundle),
          size: Buffer.byteLength(bundle),
        },
      ],
    })
  const send = (
    response: ServerResponse,
    status: number,
    text: string,
    headers: Record<string, string> = {},
  ): void => {
    response.writeHead(status, { 'content-length': Buffer.byteLength(text), ...headers })
    response.end(text)
  }

  const server = createServer(
    { key: readFileSync(pem('server-key.pem')), cert: readFileSync(authorityFile) },
    (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', url)
      const by = request.headers.authorization ?? null
      asked.push({ path: pathname, by })
      if (special !== null) {
        special(request, response)
        return
      }
      if (pathname === '/bundle.json') {
        const tag = `"${digestOf(bundle).slice(7, 23)}"`
        if (request.headers['if-none-match'] === tag) send(response, 304, '')
        else send(response, 200, bundle, { etag: tag })
        return
      }
      if (pathname === '/token') {
        const basic =
          guarded?.basic === null || guarded === null
            ? null
            : `Basic ${Buffer.from(guarded.basic).toString('base64')}`
        if (by !== basic) send(response, 401, '')
        else if (searchParams.get('scope') !== 'repository:policy/gatehouse:pull')
          send(response, 400, '')
        else send(response, 200, JSON.stringify({ token: 'let-me-in' }))
        return
      }
      if (guarded !== null && by !== 'Bearer let-me-in') {
        send(response, 401, '', {
          'www-authenticate': `Bearer realm="${url}/token",service="registry",scope="repository:policy/gatehouse:pull,push"`,
        })
        return
      }
      if (pathname === '/v2/policy/gatehouse/manifests/stable')
        send(response, 200, manifest(), {
          'content-type': 'application/vnd.oci.image.manifest.v1+json',
          'docker-content-digest': digestOf(manifest()),
        })
      else if (pathname === `/v2/policy/gatehouse/blobs/${digestOf(bundle)}`)
        send(response, 307, '', { location: `https://localhost:${portOf(elsewhere)}/kept/1` })
      else send(response, 404, '{"errors":[{"code":"MANIFEST_UNKNOWN"}]}')
    },
  )
  // Another place than the registry: it signs its own addresses and wants no token.
  const elsewhere = createServer(
    { key: readFileSync(pem('server-key.pem')), cert: readFileSync(authorityFile) },
    (request, response) => {
      const by = request.headers.authorization ?? null
      asked.push({ path: request.url ?? '', by })
      send(response, by === null ? 200 : 400, by === null ? bundle : '')
    },
  )
  for (const each of [server, elsewhere])
    await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  const host = `localhost:${port}`
  const url = `https://${host}`
  return {
    host,
    port,
    url,
    asked,
    put: (next) => void (bundle = next),
    answer: (next) => void (special = next),
    guard: (basic) => void (guarded = { basic }),
    async close() {
      for (const each of [server, elsewhere]) {
        each.closeAllConnections()
        await new Promise<void>((resolve) => void each.close(() => resolve()))
      }
    },
  }
}
