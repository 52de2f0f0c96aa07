// Who may come in over loopback HTTP. A link holds a one-time token; it is exchanged for a cookie
// that lasts as long as this process. Both are kept as hashes only, and both end with the process.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long an unused link opens the door, in milliseconds. */
export const LINK_LIFETIME = 10 * 60_000
/** Links that can be open at once; the oldest goes first. */
const OPEN_LINKS = 8

export type Entry = {
  /** A new token, 256 bits, base64url. */
  newToken(): string
  /**
   * Spends the token. The value of a new cookie, or null where the token is unknown, used or too
   * old.
   */
  exchange(token: string): string | null
  /** Whether a `Cookie` header carries a cookie of ours. */
  admits(cookieHeader: string | undefined): boolean
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
}

export function openEntry(options: EntryOptions): Entry {
  let links: { readonly hash: Buffer; readonly until: number }[] = []
  const sessions: Buffer[] = []

  return {
    newToken() {
      const token = secret()
      links = [...links, { hash: hash(token), until: options.now() + LINK_LIFETIME }].slice(
        -OPEN_LINKS,
      )
      return token
    },
    exchange(token) {
      const given = hash(token)
      const link = links.find((one) => timingSafeEqual(one.hash, given))
      links = links.filter((one) => one !== link && one.until > options.now())
      if (link === undefined || link.until <= options.now()) return null
      const value = secret()
      sessions.push(hash(value))
      return value
    },
    admits(cookieHeader) {
      const given = cookiesNamed(options.name, cookieHeader).map(hash)
      return given.some((one) => sessions.some((session) => timingSafeEqual(session, one)))
    },
    setCookie: (value) =>
      `${options.name}=${value}; HttpOnly; SameSite=Strict; Path=${options.path}`,
  }
}

const secret = (): string => randomBytes(32).toString('base64url')
// Comparing hashes of equal length takes the same time whatever was sent.
const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

function cookiesNamed(name: string, header = ''): readonly string[] {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}
