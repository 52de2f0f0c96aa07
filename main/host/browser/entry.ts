// Who may come in over loopback HTTP. A link holds a one-time token; it is exchanged for a cookie
// that lasts as long as this process. Both are kept as hashes only, and both end with the process.
// Beside a cookie lies when its person came in, for pages that come back carry that on.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { cookiesNamed, setCookie } from './cookie.ts'

/** How long an unused link opens the door, in milliseconds. */
export const LINK_LIFETIME = 10 * 60_000
/** The same of a link that a page which comes back uses at once. */
export const RETURN_LIFETIME = 30_000
/** Links that can be open at once; the oldest goes first. */
const OPEN_LINKS = 8

export type Entry = {
  /**
   * A new token, 256 bits, base64url. `enteredAt`: of a page that comes back, when its person opened
   * the link it began with, in epoch milliseconds; left out: the one who opens it comes in now.
   */
  newToken(enteredAt?: number): string
  /**
   * Spends the token. The value of a new cookie, or null where the token is unknown, used or too
   * old.
   */
  exchange(token: string): string | null
  /** Whether a `Cookie` header carries a cookie of ours. */
  admits(cookieHeader: string | undefined): boolean
  /** When the person of this cookie opened their link, in epoch milliseconds; null: none of ours. */
  enteredAt(cookieHeader: string | undefined): number | null
  /** Ends every cookie and every link. */
  close(): void
  /** The `Set-Cookie` header for a cookie value. */
  setCookie(value: string): string
}

export type EntryOptions = {
  /**
   * Must differ from port to port, so that two of us on one host do not overwrite each other's
   * cookie.
   */
  readonly name: string
  /**
   * Where browsers send the cookie, and nowhere else: the port does not matter to them, the path
   * does.
   */
  readonly path: string
  /** Monotonic, in milliseconds. */
  readonly now: () => number
  /** Epoch milliseconds. */
  readonly today: () => number
}

type Link = {
  readonly hash: Buffer
  readonly until: number
  /** Null: when it is opened. */
  readonly enteredAt: number | null
}
type Session = { readonly hash: Buffer; readonly enteredAt: number }

export function openEntry(options: EntryOptions): Entry {
  let links: readonly Link[] = []
  let sessions: readonly Session[] = []

  const sessionOf = (cookieHeader: string | undefined): Session | null => {
    const given = cookiesNamed(options.name, cookieHeader).map(hash)
    return (
      sessions.find((session) => given.some((one) => timingSafeEqual(session.hash, one))) ?? null
    )
  }

  return {
    newToken(enteredAt) {
      const token = secret()
      const lifetime = enteredAt === undefined ? LINK_LIFETIME : RETURN_LIFETIME
      const link = {
        hash: hash(token),
        until: options.now() + lifetime,
        enteredAt: enteredAt ?? null,
      }
      links = [...links, link].slice(-OPEN_LINKS)
      return token
    },
    exchange(token) {
      const given = hash(token)
      const link = links.find((one) => timingSafeEqual(one.hash, given))
      links = links.filter((one) => one !== link && one.until > options.now())
      if (link === undefined || link.until <= options.now()) return null
      const value = secret()
      const session = { hash: hash(value), enteredAt: link.enteredAt ?? options.today() }
      sessions = [...sessions, session]
      return value
    },
    admits: (cookieHeader) => sessionOf(cookieHeader) !== null,
    enteredAt: (cookieHeader) => sessionOf(cookieHeader)?.enteredAt ?? null,
    close() {
      links = []
      sessions = []
    },
    setCookie: (value) => setCookie(options.name, value, options.path),
  }
}

const secret = (): string => randomBytes(32).toString('base64url')
// Comparing hashes of equal length takes the same time whatever was sent.
const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
