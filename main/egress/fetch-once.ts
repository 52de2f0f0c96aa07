// One request of a tool from start to end: its touch looked up, each hop checked and dialled, the
// answer capped.
import { setImmediate } from 'node:timers/promises'
import { failure, type Failure } from '../../contract/failure.ts'
import type { FetchRequest, FetchResponse } from '../../contract/call/powers/fetch-power.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Method } from '../../contract/call/touch.ts'
import { workSignal } from '../../contract/call/work-signal.ts'
import { readBody } from './body.ts'
import type { NetTouch } from './canonical-url.ts'
import { credentialHeader, withoutEcho, type Credential, type CredentialFor } from './credential.ts'
import type { Dialler } from './dial.ts'
import { cancelled, codeOf, shown } from './fault.ts'
import { requestHeaders, responseHeaders, usualHeaders, withoutCredentials } from './headers.ts'
import { followable, isRedirect, redirectMethod } from './redirect.ts'
import { sendRequest } from './send-request.ts'

export type FetchContext = {
  readonly touches: readonly NetTouch[]
  readonly dial: Dialler
  readonly signal: AbortSignal
  /** No request takes longer, whatever a tool allows. */
  readonly mostMs: number
  readonly canonical: (method: Method, url: string) => Result<NetTouch, Failure>
  /** Names of the credentials that the call was permitted. */
  readonly credentials: readonly string[]
  readonly credentialFor: CredentialFor
}

/** An email of 25 MB, which is the most that servers take. */
const MAX_BODY = 26 * 1024 * 1024
/** Of an answer, whatever a tool allows: a picture as base64. */
const MAX_ANSWER = 48 * 1024 * 1024
/** From the first look at a name to the last byte of an answer, redirects and all, however it drips. */
export const MAX_TIME_MS = 600_000

/**
 * With `maxRedirects` 0 a redirect is handed back as the answer it is. With more, it is followed,
 * and one too many fails with `net.protocol`. Must not throw.
 */
export async function fetchOnce(
  request: FetchRequest,
  context: FetchContext,
): Promise<Result<FetchResponse, Failure>> {
  const first = permittedTouch(request.method, request.url, context)
  if (!first.ok) return first
  const headers = requestHeaders(request.headers)
  if (!headers.ok) return headers
  if (Buffer.byteLength(request.body ?? '') > MAX_BODY) {
    return err(
      failure(
        'net.too-large',
        `The body to send is larger than ${MAX_BODY} bytes.`,
        'Send less, or in parts.',
      ),
    )
  }
  await setImmediate()
  const limitMs = Math.min(request.timeoutMs, context.mostMs)
  const { signal, over } = workSignal([context.signal], limitMs)
  const values: string[] = []
  const spied: CredentialFor = async (name, destination) => {
    const found = await context.credentialFor(name, destination)
    if (found.ok) values.push(found.value.value)
    return found
  }
  const inTime = { ...context, signal, credentialFor: spied }
  const run = withoutEcho(
    await follow(
      first.value,
      {
        ...request,
        headers: headers.value,
        maxBytes: Math.min(request.maxBytes, MAX_ANSWER),
      },
      inTime,
    ).finally(over),
    values,
  )
  if (run.ok || run.error.code !== 'net.cancelled') return run
  if (context.signal.aborted) return err(cancelled())
  return err(
    failure(
      'net.timeout',
      `${first.value.host} did not finish within ${limitMs} ms.`,
      'Try again, or allow more time.',
    ),
  )
}

function permittedTouch(
  method: Method,
  url: string,
  { touches, canonical }: FetchContext,
): Result<NetTouch, Failure> {
  const asked = canonical(method, url)
  if (!asked.ok) return asked
  const { value } = asked
  const touch = touches.find(
    (one) =>
      one.method === method &&
      (one.url === value.url || (one.below === true && isBelow(value.url, one.url))) &&
      one.host === value.host &&
      one.port === value.port,
  )
  if (touch === undefined) {
    return err(
      failure(
        'net.not-permitted',
        `This call was not permitted to ${method} ${value.url}.`,
        'Name the address in the arguments of the call.',
      ),
    )
  }
  if (value.reach === 'local' && !value.listed) {
    return err(
      failure(
        'net.address-refused',
        `${value.host} is a local address or name, and it is not in the allowlist.`,
        'If a person wants this, it has to be written in the allowlist, with its port.',
      ),
    )
  }
  return ok(value)
}

/**
 * Of the same origin, with the same path or one that goes on from it. Both are canonical: dots are
 * resolved. A slash or dots that a server may still decode out of the path are not below anything.
 */
function isBelow(url: string, top: string): boolean {
  const [asked, allowed] = [new URL(url), new URL(top)]
  const folder = allowed.pathname.endsWith('/') ? allowed.pathname : `${allowed.pathname}/`
  return (
    asked.origin === allowed.origin &&
    (asked.pathname === allowed.pathname || asked.pathname.startsWith(folder)) &&
    !/%2f|%5c|%2e%2e|\\/i.test(asked.pathname.slice(allowed.pathname.length))
  )
}

async function follow(
  first: NetTouch,
  request: FetchRequest,
  context: FetchContext,
): Promise<Result<FetchResponse, Failure>> {
  let hop = first
  let asked = request
  const signedIn = await credentialAt(first, request, context)
  if (!signedIn.ok) return signedIn
  let credential = signedIn.value
  for (let hops = 0; ; hops += 1) {
    const answer = await exchange(hop, asked, credential, context)
    if (!answer.ok) return answer
    const location = answer.value.headers['location']
    if (!isRedirect(answer.value.status) || location === undefined || request.maxRedirects === 0)
      return answer
    if (hops >= request.maxRedirects) {
      return err(
        failure(
          'net.protocol',
          `${first.host} redirects more than ${request.maxRedirects} times.`,
          'The address may be going round in a circle.',
        ),
      )
    }
    const method = redirectMethod(answer.value.status, asked.method)
    const next = target(method, location, hop, context)
    if (!next.ok) return next
    const checked = followable([first, ...context.touches], next.value)
    if (!checked.ok) return checked
    const keepsBody = method === asked.method
    hop = checked.value
    asked = {
      ...asked,
      method,
      headers: keepsBody
        ? withoutCredentials(asked.headers)
        : withoutContent(withoutCredentials(asked.headers)),
      body: keepsBody ? asked.body : null,
    }
    credential = await credentialOn(hop, first, credential, request, context)
  }
}

/** `dropped` stays dropped: a way that leads back is not the way that was permitted. */
type Carried = Credential | 'none' | 'dropped'

async function credentialAt(
  hop: NetTouch,
  request: FetchRequest,
  context: FetchContext,
): Promise<Result<Carried, Failure>> {
  const { credential: name, headers } = request
  if (name === null) return ok('none')
  if (!context.credentials.includes(name)) {
    return err(
      failure(
        'net.not-permitted',
        `This call was not permitted to use the credential ${shown(name)}.`,
        'Name it in the arguments of the call.',
      ),
    )
  }
  return credentialHeader(
    name,
    { protocol: new URL(hop.url).protocol, host: hop.host, port: hop.port },
    headers,
    context.credentialFor,
  )
}

/**
 * On the way it is asked for again at each hop, and never for another host, whatever the store
 * would say.
 */
async function credentialOn(
  hop: NetTouch,
  first: NetTouch,
  before: Carried,
  request: FetchRequest,
  context: FetchContext,
): Promise<Carried> {
  if (before === 'none' || before === 'dropped') return before
  if (hop.host !== first.host) return 'dropped'
  const again = await credentialAt(hop, request, context)
  return again.ok ? again.value : 'dropped'
}

function target(
  method: Method,
  location: string,
  from: NetTouch,
  { canonical }: FetchContext,
): Result<NetTouch, Failure> {
  const next = URL.canParse(location, from.url)
    ? canonical(method, new URL(location, from.url).href)
    : null
  if (next?.ok === true) return next
  return err(
    failure('net.protocol', `${from.host} redirects to something that is not a web address.`),
  )
}

const withoutContent = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')))

async function exchange(
  hop: NetTouch,
  request: FetchRequest,
  credential: Carried,
  { dial, signal }: FetchContext,
): Promise<Result<FetchResponse, Failure>> {
  const sent = typeof credential === 'string' ? null : credential
  const inQuery = request.credentialInQuery
  const carried = sent === null || inQuery !== undefined ? {} : { [sent.header]: sent.value }
  try {
    const sending = await sendRequest(
      {
        method: request.method,
        url: hop.url,
        path: pathOf(hop.url, sent === null ? undefined : inQuery, sent?.value ?? ''),
        headers: {
          ...usualHeaders,
          ...request.headers,
          ...carried,
        },
        body: request.method === 'GET' || request.method === 'HEAD' ? null : request.body,
      },
      dial,
      signal,
    )
    if (!sending.ok) return err(signal.aborted ? cancelled() : sending.error)
    const { status, headers, body, close } = sending.value
    try {
      // Left over when the connection is thrown away early; the reader below has its own.
      body.on('error', () => undefined)
      const received = responseHeaders(headers)
      const read = await readBody(body, received['content-encoding'] ?? '', request.maxBytes)
      // An answer without a length ends with its socket: what was cut off would pass for all of it.
      if (signal.aborted) return err(cancelled())
      if (!read.ok) return read
      return ok({
        status,
        finalUrl: hop.url,
        headers: received,
        contentType: received['content-type'] ?? '',
        body: read.value.bytes,
        truncated: read.value.truncated,
        credential: typeof credential === 'string' ? credential : 'sent',
      })
    } finally {
      close()
    }
  } catch (thrown) {
    return err(signal.aborted ? cancelled() : faultOf(hop.host, thrown))
  }
}

/** With the credential at the end of the query, where it is to go there: on the wire only. */
function pathOf(url: string, name: string | undefined, value: string): string {
  const { pathname, search } = new URL(url)
  if (name === undefined) return pathname + search
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  return `${pathname}${search === '' ? '?' : `${search}&`}${pair}`
}

function faultOf(host: string, thrown: unknown): Failure {
  const code = codeOf(thrown)
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return failure('net.too-large', `${host} sent more headers than are accepted.`)
    case 'ECONNRESET':
    case 'EPIPE':
      return failure(
        'net.closed',
        `${host} closed the connection before the answer was complete.`,
        'Try again.',
      )
    default:
      return failure('net.protocol', `${host} did not answer in proper HTTP (${code}).`)
  }
}
