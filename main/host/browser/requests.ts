// Answers plain HTTP: the link, and below the secret base the files of the page. Everything else is
// refused with one sentence. Only a link that is good ever says the base: without the cookie, a
// right guess and a wrong one look alike.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageFiles } from '../page/files.ts'
import { pageHeaders } from '../page/page-headers.ts'
import type { peerUser } from '../peer-user.ts'
import type { Base } from './base.ts'
import type { Entry } from './entry.ts'

/** Path of the one-time link. */
export const ENTER = '/enter'

export type IpcRouter = {
  readonly entry: Entry
  readonly base: Base
  readonly files: PageFiles
  /** `127.0.0.1:4747` and `localhost:4747`: the names this server answers to. */
  readonly hosts: readonly string[]
  /** Whose connection it is. */
  readonly peer: typeof peerUser
}

type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string
  readonly styleNonce?: string | undefined
}

export function answerRequests(
  router: IpcRouter,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    answer(router, request)
      .catch(() =>
        plain(
          500,
          'Gatehouse could not read its own page. Build it again, or install Gatehouse again.',
        ),
      )
      .then(({ status, headers, body, styleNonce }) => {
        const connect = router.hosts.map((host) => `ws://${host}`)
        response.writeHead(status, {
          ...pageHeaders({ connect, styleNonce }),
          'content-length': Buffer.byteLength(body),
          ...headers,
        })
        response.end(body)
        // What comes after a refused body is not worth reading.
        if (request.method !== 'GET') request.destroy()
      })
      .catch(() => request.destroy())
  }
}

async function answer(router: IpcRouter, request: IncomingMessage): Promise<Answer> {
  const { entry, base, files, hosts } = router
  const host = ownHost(request, hosts)
  // A name that somebody else's DNS points at this machine must not become our origin.
  if (host === null)
    return plain(403, 'Gatehouse answers only to 127.0.0.1 and localhost on its own port.')
  if (request.method !== 'GET') {
    if (!isOwnOrigin(request, host))
      return plain(403, 'This request comes from another page, so Gatehouse refuses it.')
    return { ...plain(405, 'Gatehouse answers GET only.'), headers: { ...TEXT, allow: 'GET' } }
  }
  if (!isOwnOrTopLevel(request))
    return plain(403, 'This request comes from another page, so Gatehouse refuses it.')
  const [pathname = '/', query = ''] = (request.url ?? '/').split('?', 2)
  if (pathname === ENTER)
    return enter(router, request, new URLSearchParams(query).get('token') ?? '')
  const inside = base.within(pathname)
  if (!entry.admits(request.headers.cookie))
    return plain(403, 'To open Gatehouse here, use the link that it printed when it started.')
  if (inside === null) return { status: 404, headers: TEXT, body: '' }
  const file = await files.read(inside)
  return file === null ? plain(404, 'Gatehouse has no such page.') : { status: 200, ...file }
}

/**
 * The cookie of a browser that is in does not come here, so a used link is refused to it too: its
 * window is elsewhere.
 */
async function enter(
  { entry, base, peer }: IpcRouter,
  request: IncomingMessage,
  token: string,
): Promise<Answer> {
  // The link stays unused: the one who read it from the process list cannot take it from its owner
  // either.
  if ((await peer(request.socket)) === 'other')
    return plain(403, 'This link belongs to another user of this machine.')
  const cookie = entry.exchange(token)
  if (cookie === null) return plain(403, USED)
  const headers = { 'cache-control': 'no-store', 'set-cookie': entry.setCookie(cookie) }
  if (isOwnSite(request))
    return { status: 303, headers: { ...headers, location: base.path }, body: '' }
  // Sent here by another page, such as the file that opened the browser: only a step from a page of
  // ours carries the new cookie.
  return {
    status: 200,
    headers: { ...headers, ...HTML, refresh: `0;url=${base.path}` },
    body: LEADS_ON,
  }
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const LEADS_ON =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Gatehouse</title><p>Opening Gatehouse.</p></html>\n'

const USED =
  'This link was already used or is older than 10 minutes. A window it opened still works. For a new link, press Enter where Gatehouse runs, or restart it.'

/** The host name the request used, if it is ours. */
export function ownHost(request: IncomingMessage, hosts: readonly string[]): string | null {
  const host = request.headers.host?.toLowerCase()
  return host !== undefined && hosts.includes(host) ? host : null
}

/** Exactly the origin of the page that this host name gives; a missing one is refused. */
export const isOwnOrigin = (request: IncomingMessage, host: string): boolean =>
  request.headers.origin === `http://${host}`

/**
 * Browsers say who asks. Pages of other origins may send a person here, but load nothing from here.
 */
function isOwnOrTopLevel(request: IncomingMessage): boolean {
  if (isOwnSite(request)) return true
  return (
    request.headers['sec-fetch-mode'] === 'navigate' &&
    request.headers['sec-fetch-dest'] === 'document'
  )
}

function isOwnSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

const TEXT = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
const plain = (status: number, sentence: string): Answer => ({
  status,
  headers: TEXT,
  body: `${sentence}\n`,
})
