// A bundle as an artifact in an OCI registry, by the distribution API: a manifest with one layer.
// Every byte is held against the digest that names it.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readJson } from '../../../contract/read-json.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { LONGEST, PAYLOAD_TYPE } from '../envelope.ts'
import { authorization } from './address.ts'
import { bodyOf, textOf, unreachable } from './body.ts'
import type { Fetched, Web } from './fetched.ts'

/** Of the layer, and of the artifact. */
export const LAYER_TYPE = 'application/vnd.dsse.envelope.v1+json'
const MANIFEST_TYPE = 'application/vnd.oci.image.manifest.v1+json'
const LONGEST_MANIFEST = 1024 * 1024
const MOST_REDIRECTS = 3

const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/)
const Manifest = z.object({
  schemaVersion: z.literal(2),
  layers: z.array(z.object({ mediaType: z.string(), digest: Digest, size: z.int().min(0) })),
})

export type Reference = {
  readonly registry: string
  readonly repository: string
  /** A tag or a digest. */
  readonly reference: string
}

/** Null: it is none. `oci://registry.example.org/policy/gatehouse:stable`, or `…@sha256:…`. */
export function referenceIn(source: string): Reference | null {
  const found =
    /^oci:\/\/([^/\s]+)\/([a-z0-9]+(?:(?:\.|__?|-+|\/)[a-z0-9]+)*)(?:@(sha256:[0-9a-f]{64})|:([\w][\w.-]{0,127}))?$/.exec(
      source,
    )
  if (found === null) return null
  const [, registry = '', repository = '', digest, tag] = found
  if (!URL.canParse(`https://${registry}/`)) return null
  return { registry, repository, reference: digest ?? tag ?? 'latest' }
}

export async function fromRegistry(
  source: string,
  tag: string | null,
  web: Web,
  signal: AbortSignal,
): Promise<Result<Fetched, Failure>> {
  const named = referenceIn(source)
  if (named === null)
    return err(
      failure(
        'bundle.source',
        `${source} names nothing in a registry.`,
        'Write organisation.source as oci://registry/name:tag.',
      ),
    )
  const base = `https://${named.registry}/v2/${named.repository}`
  try {
    const ask = asking(web, named, signal)
    const manifest = await ask(`${base}/manifests/${named.reference}`, MANIFEST_TYPE)
    if (!manifest.ok) return manifest
    const bytes = await bodyOf(manifest.value, LONGEST_MANIFEST)
    if (!bytes.ok) return bytes
    const digest = digestOf(bytes.value)
    const wanted = named.reference.startsWith('sha256:') ? named.reference : null
    const said = manifest.value.headers.get('docker-content-digest')
    if ((wanted !== null && wanted !== digest) || (said?.startsWith('sha256:') && said !== digest))
      return err(unreachable(named.registry, 'its manifest is not the one its digest names.'))
    if (digest === tag) return ok({ kind: 'unchanged' })
    const layer = layerIn(bytes.value)
    if (layer === null)
      return err(
        unreachable(named.registry, `its artifact has no layer of the type ${LAYER_TYPE}.`),
      )
    if (layer.size > LONGEST) return err(unreachable(named.registry, 'its bundle is too large.'))
    const blob = await ask(`${base}/blobs/${layer.digest}`, '*/*')
    if (!blob.ok) return blob
    const bundle = await bodyOf(blob.value, layer.size)
    if (!bundle.ok) return bundle
    return digestOf(bundle.value) === layer.digest
      ? ok({ kind: 'bundle', bytes: bundle.value, tag: digest })
      : err(unreachable(named.registry, 'what it sends is not what its digest names.'))
  } catch (thrown) {
    return err(
      unreachable(named.registry, signal.aborted ? 'it took too long.' : `${textOf(thrown)}`),
    )
  }
}

const digestOf = (bytes: Uint8Array): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`

function layerIn(bytes: Uint8Array): { readonly digest: string; readonly size: number } | null {
  const layers = readJson(Buffer.from(bytes).toString('utf8'), Manifest)?.layers ?? []
  return (
    layers.find(({ mediaType }) => mediaType === LAYER_TYPE || mediaType === PAYLOAD_TYPE) ?? null
  )
}

type Ask = (url: string, accept: string) => Promise<Result<Response, Failure>>

/** Signs in once, where the registry asks for it, and follows where it keeps its blobs. */
function asking({ fetch, credential }: Web, named: Reference, signal: AbortSignal): Ask {
  let header: string | null = null
  const send = (url: string, accept: string, own: boolean): Promise<Response> =>
    fetch(url, {
      signal,
      redirect: 'manual',
      headers: { accept, ...(own && header !== null ? { authorization: header } : {}) },
    })
  const signIn = async (challenge: string): Promise<Result<string, Failure>> => {
    const scheme = /^(\w+)/.exec(challenge)?.[1]?.toLowerCase()
    const parameters = Object.fromEntries(
      [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(
        ([, key = '', value = '']) => [key, value] as const,
      ),
    )
    if (scheme === 'basic') {
      const secret = credential(`https://${named.registry}/`)
      if (!secret.ok) return secret
      return secret.value === null
        ? err(unreachable(named.registry, 'it asks for a user and password.'))
        : ok(authorization(secret.value))
    }
    const realm = parameters['realm'] ?? ''
    if (scheme !== 'bearer' || !URL.canParse(realm) || !realm.startsWith('https://'))
      return err(unreachable(named.registry, 'it asks to sign in in a way that is not known.'))
    const address = new URL(realm)
    if (parameters['service'] !== undefined)
      address.searchParams.set('service', parameters['service'])
    // Never more than to pull from this one repository, whatever is asked for.
    address.searchParams.set('scope', `repository:${named.repository}:pull`)
    const secret = credential(address.href)
    if (!secret.ok) return secret
    const response = await fetch(address.href, {
      signal,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(secret.value === null ? {} : { authorization: authorization(secret.value) }),
      },
    })
    if (!response.ok) {
      await response.body?.cancel()
      return err(unreachable(address.host, `it gives no token (${response.status}).`))
    }
    const body = await bodyOf(response, LONGEST_MANIFEST)
    if (!body.ok) return body
    const token = readJson(Buffer.from(body.value).toString('utf8'), Token)
    const text = token?.token ?? token?.access_token
    return text === undefined
      ? err(unreachable(address.host, 'it gives no token.'))
      : ok(`Bearer ${text}`)
  }
  return async (url, accept) => {
    let response = await send(url, accept, true)
    const challenge = response.headers.get('www-authenticate')
    if (response.status === 401 && challenge !== null && header === null) {
      await response.body?.cancel()
      const given = await signIn(challenge)
      if (!given.ok) return given
      header = given.value
      response = await send(url, accept, true)
    }
    let at = url
    for (let hops = 0; response.status >= 301 && response.status <= 308; hops += 1) {
      await response.body?.cancel()
      const location = response.headers.get('location')
      if (location === null || hops === MOST_REDIRECTS || !URL.canParse(location, at))
        return err(unreachable(named.registry, `it sends elsewhere (${response.status}).`))
      const next = new URL(location, at)
      if (next.protocol !== 'https:')
        return err(
          unreachable(named.registry, `it sends to ${next.origin}, which is not encrypted.`),
        )
      // What lets in at the registry is nobody else's.
      response = await send(next.href, accept, next.host === named.registry)
      at = next.href
    }
    if (response.status === 200) return ok(response)
    await response.body?.cancel()
    return err(
      unreachable(
        named.registry,
        response.status === 404
          ? `it has no ${named.repository}:${named.reference}.`
          : `it answers ${response.status}.`,
      ),
    )
  }
}

const Token = z.object({ token: z.string().optional(), access_token: z.string().optional() })
