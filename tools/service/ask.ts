// The requests of a call to a service that the person has an account with: planned whole from its
// arguments, so that what it touches is just what is sent, each with the credential stored for it.
import { failure, type Failure } from '../../contract/failure.ts'
import type { Json } from '../../contract/json.ts'
import type { FetchResponse } from '../../contract/call/powers/fetch-power.ts'
import type { ServiceRequirement } from '../../contract/call/own-service.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Method, TouchOf } from '../../contract/call/touch.ts'
import { askService, type ServiceContext } from './ask-service.ts'
import { numbersIn } from './rate-wait.ts'

export type Service = ServiceRequirement

export type Ask = {
  readonly service: Service
  readonly method: Method
  /** Parts of the path below the address of the service; each is escaped here. */
  readonly path: readonly (string | number)[]
  /** What is left out (undefined) is not sent. */
  readonly query?: Readonly<
    Record<string, string | number | boolean | readonly string[] | undefined>
  >
  readonly body?: Json
  /** Sent as it is, in the place of `body`. */
  readonly text?: { readonly type: string; readonly content: string }
  readonly headers?: Readonly<Record<string, string>>
  /** The most that its answer may have; left out: as usual. */
  readonly maxBytes?: number
  /** How long it may take; left out: as usual. */
  readonly timeoutMs?: number
  /** The answer is text and no JSON. */
  readonly plain?: true
  /** Others below this address too, which an answer on the way names. */
  readonly below?: true
  /** Who the service hands it on to. */
  readonly recipients?: readonly string[]
}

export type Answer = {
  /** Null where the service answered with nothing. */
  readonly json: Json
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  /** A sentence about how few requests are left, where they are few. */
  readonly note: string | null
}

/** The whole address of a request. */
export function urlOf({ service, path, query = {} }: Ask): string {
  const base = new URL(service.url ?? 'https://not-set.invalid')
  const below = path.map((part) => encodeURIComponent(String(part))).join('/')
  const asked = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly string[]) : [value]).flatMap((one) =>
      one === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`],
    ),
  )
  const search = asked.length === 0 ? '' : `?${asked.join('&')}`
  return new URL(`${base.href.replace(/\/$/, '')}/${below}${search}`).href
}

const contentOf = ({ body, text }: Ask): string | null =>
  text?.content ?? (body === undefined ? null : JSON.stringify(body))

/** What the requests of a call reach: every one of them, and the credentials that go along. */
export function touchesOf(plan: readonly Ask[]): readonly TouchOf<'net.fetch' | 'secrets.get'>[] {
  const usable = plan.filter(({ service }) => service.url !== null)
  const credentials = new Set(usable.flatMap(({ service }) => service.credential ?? []))
  return [
    ...usable.map((ask): TouchOf<'net.fetch'> => {
      const content = contentOf(ask)
      return {
        kind: 'net.fetch',
        method: ask.method,
        url: urlOf(ask),
        ...(content === null ? {} : { bytes: new TextEncoder().encode(content).length }),
        ...(ask.below === undefined ? {} : { below: ask.below }),
        ...(ask.recipients === undefined ? {} : { recipients: [...ask.recipients] }),
      }
    }),
    ...[...credentials].map((name): TouchOf<'secrets.get'> => ({ kind: 'secrets.get', name })),
  ]
}

export type Asker = (ask: Ask) => Promise<Result<Answer, Failure>>

export const openAsker =
  (context: ServiceContext): Asker =>
  async (ask) => {
    const { service, method, headers } = ask
    if (service.url === null)
      return err(
        failure(
          'service.not-set-up',
          `${service.title} has no address, so nothing was sent.`,
          `Ask the person to set ${service.setting}.`,
        ),
      )
    const content = contentOf(ask)
    const answered = await askService(
      {
        service: service.title,
        method,
        url: urlOf(ask),
        headers: {
          accept: 'application/json',
          ...(content === null ? {} : { 'content-type': ask.text?.type ?? 'application/json' }),
          ...headers,
        },
        body: content,
        credential: service.credential,
        ...(ask.maxBytes === undefined ? {} : { maxBytes: ask.maxBytes }),
        ...(ask.timeoutMs === undefined ? {} : { timeoutMs: ask.timeoutMs }),
      },
      context,
    )
    return answered.ok ? readAnswer(ask, answered.value) : err(signInAgain(answered.error, ask))
  }

function readAnswer(ask: Ask, { status, headers, body }: FetchResponse): Result<Answer, Failure> {
  const { service } = ask
  const text = new TextDecoder().decode(body)
  const answer = { text, headers, status, note: fewLeft(service, headers) }
  if (ask.plain === true || (text.trim() === '' && ask.method !== 'GET'))
    return ok({ ...answer, json: null })
  try {
    return ok({ ...answer, json: JSON.parse(text) as Json })
  } catch {
    return err(
      failure(
        'service.answer',
        text.trim() === ''
          ? `${service.title} answered with nothing.`
          : `${service.title} answered with something else than its interface says.`,
        `Something else may answer at that address. Ask the person to check ${service.setting}.`,
      ),
    )
  }
}

function signInAgain(error: Failure, { service }: Ask): Failure {
  if (error.code === 'service.credential' && service.signIn !== undefined)
    return {
      ...error,
      hint: 'Do not try again. Ask the person to sign in again, under Capabilities.',
    }
  return error
}

function fewLeft({ title }: Service, headers: Readonly<Record<string, string>>): string | null {
  // Of several limits the last is the longest.
  const left = numbersIn(headers['x-ratelimit-remaining']).at(-1) ?? Number.NaN
  const limit = numbersIn(headers['x-ratelimit-limit']).at(-1) ?? Number.NaN
  return Number.isFinite(left) && Number.isFinite(limit) && left < limit / 10
    ? `${title} allows ${left} more requests for now.`
    : null
}
