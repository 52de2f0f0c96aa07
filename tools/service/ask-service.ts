// One request to a service: repeated only where that changes nothing, slower each time, and never
// faster than the service asks for. What goes wrong comes back as a sentence with what to do next.
import { failure, type Failure } from '../../contract/failure.ts'
import type { FetchPower, FetchResponse } from '../../contract/call/powers/fetch-power.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Method } from '../../contract/call/touch.ts'
import { rateLimitOf, waitAskedFor } from './rate-wait.ts'
import { serviceFailure } from './service-failure.ts'
import { onlyReads, whatNext } from './what-next.ts'

export type ServiceRequest = {
  /** As a person calls it, for sentences: `GitHub`. */
  readonly service: string
  readonly method: Method
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | null
  /** Name of the stored credential that goes along; null: none. */
  readonly credential: string | null
  /** The service takes it in the query under this name, and nowhere else. */
  readonly credentialInQuery?: string
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

/** What a tool hands on from its context. */
export type ServiceContext = {
  readonly power: { readonly 'net.fetch': FetchPower }
  readonly signal: AbortSignal
}

const MAX_BYTES = 5 * 1024 * 1024
const TIMEOUT_MS = 15_000
/** Waited before the second and the third attempt. */
const PAUSES_MS = [500, 1_500] as const
/** A service that asks for more is not waited for within a call. */
const LONGEST_WAIT_MS = 5_000
const PASSING = new Set([500, 502, 503, 504])
/** The connection failed, or broke off in the answer. */
const BROKEN = new Set(['net.connect', 'net.closed', 'net.protocol'])

/** An answer of 2xx, whole; anything else is a failure. */
export async function askService(
  request: ServiceRequest,
  { power, signal }: ServiceContext,
): Promise<Result<FetchResponse, Failure>> {
  const repeatable = onlyReads(request.method)
  for (let attempt = 0; ; attempt += 1) {
    const answer = await power['net.fetch'].fetch({
      method: request.method,
      url: request.url,
      headers: request.headers ?? {},
      body: request.body ?? null,
      credential: request.credential,
      ...(request.credentialInQuery === undefined
        ? {}
        : { credentialInQuery: request.credentialInQuery }),
      timeoutMs: request.timeoutMs ?? TIMEOUT_MS,
      maxBytes: request.maxBytes ?? MAX_BYTES,
      maxRedirects: 0,
    })
    const ended = answer.ok
      ? whole(request, answer.value)
      : err(whatNext(answer.error, request.method))
    const pause = repeatable ? pauseBefore(attempt, answer) : null
    if (ended.ok || pause === null || signal.aborted) return ended
    await waited(pause, signal)
    if (signal.aborted) return ended
  }
}

function whole(request: ServiceRequest, answer: FetchResponse): Result<FetchResponse, Failure> {
  if (answer.status < 200 || answer.status > 299) return err(serviceFailure(request, answer))
  return answer.truncated
    ? err(
        failure(
          'service.too-large',
          `${request.service} answered with more than ${Math.round((request.maxBytes ?? MAX_BYTES) / 1_048_576)} MB.`,
          'Ask for less: a smaller page, or one entry.',
        ),
      )
    : ok(answer)
}

/** Null: it is not tried again. */
function pauseBefore(attempt: number, answer: Result<FetchResponse, Failure>): number | null {
  const usual = PAUSES_MS[attempt]
  if (usual === undefined) return null
  if (!answer.ok) return BROKEN.has(answer.error.code) ? usual : null
  const limit = rateLimitOf(answer.value)
  if (limit === 'none' && !PASSING.has(answer.value.status)) return null
  const asked = waitAskedFor(answer.value, Date.now())
  if (asked === null) return limit === 'wait' ? null : usual
  return asked > LONGEST_WAIT_MS ? null : Math.max(asked, usual)
}

const waited = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
