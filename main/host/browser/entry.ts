// Who may come in over loopback HTTP. A link holds a one-time token; it is exchanged for a cookie
// that lasts as long as this process. Both are kept as hashes only, and both end with the process.
// Beside a cookie lies when its person came in, for pages that come back carry that on.
import { timingSafeEqual } from 'node:crypto'
import { cookiesNamed, setCookie } from './cookie.ts'
import { openLinks } from './links.ts'
import { hashOf, newSecret } from './secret.ts'

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

type Session = { readonly hash: Buffer; readonly enteredAt: number }

export function openEntry(options: EntryOptions): Entry {
  const links = openLinks(options.now)
  let sessions: readonly Session[] = []

  const sessionOf = (cookieHeader: string | undefined): Session | null => {
    const given = cookiesNamed(options.name, cookieHeader).map(hashOf)
    return (
      sessions.find((session) => given.some((one) => timingSafeEqual(session.hash, one))) ?? null
    )
  }

  return {
    newToken: (enteredAt) => links.newToken(enteredAt ?? null),
    exchange(token) {
      const link = links.spend(token)
      if (link === null) return null
      const value = newSecret()
      const session = { hash: hashOf(value), enteredAt: link.enteredAt ?? options.today() }
      sessions = [...sessions, session]
      return value
    },
    admits: (cookieHeader) => sessionOf(cookieHeader) !== null,
    enteredAt: (cookieHeader) => sessionOf(cookieHeader)?.enteredAt ?? null,
    close() {
      links.close()
      sessions = []
    },
    setCookie: (value) => setCookie(options.name, value, options.path),
  }
}
