// Judges every request of a page by the rules of the way out, and carries out those that pass itself:
// the browser has no network of its own. What is not let through is counted and said.
import type { Route } from 'playwright-core'
import { failure, type Failure } from '../../contract/failure.ts'
import type { FetchPower } from '../../contract/call/powers/fetch-power.ts'
import type { Result } from '../../contract/result.ts'
import { Method, type CanonicalTouchOf } from '../../contract/call/touch.ts'

export type NetTouch = CanonicalTouchOf<'net.fetch'>

export type PageRequestsDeps = {
  readonly canonical: (method: Method, url: string) => Result<NetTouch, Failure>
  /** The way out for just this request. */
  readonly fetchFor: (touch: NetTouch, signal: AbortSignal) => FetchPower
}

/** What the step that runs now was permitted; between steps only what was looked at before. */
export type Allowed = {
  /** `host:port` that pages of this session may look at. */
  readonly looks: Set<string>
  /** `host:port` that this very step may send to. */
  sends: ReadonlySet<string>
  /** A step is being taken. Between steps a page asks for nothing. */
  busy: boolean
}

const TIMEOUT_MS = 20_000
const MAX_BYTES = 8 * 1024 * 1024
const HOPS = 5

export const keyOf = ({ host, port }: Pick<NetTouch, 'host' | 'port'>): string => `${host}:${port}`

/** Whether a request of a page may go out. What the allowlist names for its method may, always. */
export function mayGo(touch: NetTouch, { looks, sends, busy }: Allowed): boolean {
  if (!busy) return false
  const reads = touch.method === 'GET' || touch.method === 'HEAD'
  if (touch.listed) return true
  if (touch.reach === 'local') return false
  return reads ? looks.has(keyOf(touch)) || sends.has(keyOf(touch)) : sends.has(keyOf(touch))
}

export function openPageRequests(
  deps: PageRequestsDeps,
  allowed: Allowed,
  cookies: (url: string) => Promise<string>,
) {
  const blocked = new Map<string, number>()
  let fault: Failure | null = null
  const block = (url: string): void => {
    const host = URL.canParse(url) ? new URL(url).host : 'nowhere'
    blocked.set(host, (blocked.get(host) ?? 0) + 1)
  }
  const checked = (method: string, url: string): NetTouch | null => {
    const known = Method.safeParse(method)
    const touch = known.success ? deps.canonical(known.data, url) : null
    return touch?.ok === true && mayGo(touch.value, allowed) ? touch.value : null
  }

  /** Follows what it is sent to, each hop checked; null: it was not let through. A failure: nothing whole came. */
  const carry = async (
    method: string,
    url: string,
    sent: { readonly headers: Readonly<Record<string, string>>; readonly body: string | null },
    signal: AbortSignal,
  ) => {
    let [at, by, body] = [url, method, sent.body]
    for (let hop = 0; hop <= HOPS; hop += 1) {
      const touch = checked(by, at)
      if (touch === null) return (block(at), null)
      const cookie = await cookies(touch.url)
      const answer = await deps.fetchFor(touch, signal).fetch({
        method: touch.method,
        url: touch.url,
        headers: { ...plainHeaders(sent.headers), ...(cookie === '' ? {} : { cookie }) },
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        maxRedirects: 0,
        credential: null,
      })
      if (!answer.ok) return answer.error
      // Half of what there is would be shown as if it were all.
      if (answer.value.truncated) return tooLarge(touch.host)
      const { status, headers } = answer.value
      const location = headers['location']
      if (status < 300 || status > 399 || location === undefined)
        return { answer: answer.value, url: touch.url }
      if (!URL.canParse(location, touch.url)) return null
      at = new URL(location, touch.url).href
      if (status !== 307 && status !== 308) [by, body] = ['GET', null]
    }
    return null
  }

  return {
    carry,
    async route(route: Route, signal: AbortSignal): Promise<void> {
      const request = route.request()
      try {
        const headers = request.headers()
        const body = request.postData()
        const carried = await carry(request.method(), request.url(), { headers, body }, signal)
        if (carried === null || 'code' in carried) {
          if (request.isNavigationRequest() && request.frame().parentFrame() === null)
            // A stopped step ends as such, whichever of its requests notices first.
            fault = signal.aborted ? browserClosed : carried
          return await route.abort('blockedbyclient')
        }
        const { answer, url } = carried
        // A page that leads elsewhere has to know where it is: it goes there by itself, and that
        // is checked as well.
        if (request.isNavigationRequest() && url !== request.url())
          return await route.fulfill({
            contentType: 'text/html',
            body: `<!doctype html><script>location.replace(${JSON.stringify(url).replaceAll('<', '\\u003c')})</script>`,
          })
        await route.fulfill({
          status: answer.status,
          headers: carriedBack(answer.headers),
          body: Buffer.from(answer.body),
        })
      } catch {
        // The page went away meanwhile.
        await route.abort().catch(() => {})
      }
    },
    /** Since the last time. */
    takeBlocked() {
      const all = [...blocked].map(([host, requests]) => ({ host, requests }))
      blocked.clear()
      return all.slice(0, 20)
    },
    /** Why the page itself did not come, since the last time; null: it was not let through. */
    takeFault(): Failure | null {
      const last = fault
      fault = null
      return last === null
        ? null
        : { hint: 'Try once more; if it stays so, tell the person.', ...last }
    },
    block,
  }
}

const tooLarge = (host: string): Failure =>
  failure(
    'browser.too-large',
    `${host} answered with more than ${MAX_BYTES / 1_048_576} MB, which is no page.`,
    'Use web_fetch, which reads large answers in parts.',
  )

const OWN =
  /^(?:host|connection|content-length|accept-encoding|cookie|te|trailer|upgrade.*|keep-alive|transfer-encoding|expect|proxy-.*|sec-.*|:.*)$/
const plainHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.test(name.toLowerCase())))

/** The body is unpacked already. */
const carriedBack = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['content-encoding', 'content-length', 'transfer-encoding'].includes(name),
    ),
  )

export const browserClosed = failure('browser.closed', 'The browser was closed.', 'Use open again.')
