// Links that let a person's browser in: each holds a token that works once and for a while. Tokens
// are held as hashes only, and end with the process.
import { timingSafeEqual } from 'node:crypto'
import { hashOf, newSecret } from './secret.ts'

/** How long an unused link opens the door, in milliseconds. */
const LINK_LIFETIME = 10 * 60_000
/** The same of a link that a page which comes back uses at once. */
const RETURN_LIFETIME = 30_000
/** Links that can be open at once; the oldest goes first. */
const OPEN_LINKS = 8

type Link = {
  readonly hash: Buffer
  /** On the clock of `now`. */
  readonly until: number
  /** Epoch milliseconds; null: when it is opened. */
  readonly enteredAt: number | null
}

/** @param now monotonic, in milliseconds. */
export function openLinks(now: () => number) {
  let links: readonly Link[] = []
  return {
    /** A new token, 256 bits, base64url. @param enteredAt of a page that comes back; else null. */
    newToken(enteredAt: number | null): string {
      const token = newSecret()
      const until = now() + (enteredAt === null ? LINK_LIFETIME : RETURN_LIFETIME)
      links = [...links, { hash: hashOf(token), until, enteredAt }].slice(-OPEN_LINKS)
      return token
    },
    /** Spends the token; null: it is unknown, used or too old. */
    spend(token: string): Link | null {
      const given = hashOf(token)
      const link = links.find((one) => timingSafeEqual(one.hash, given))
      links = links.filter((one) => one !== link && one.until > now())
      return link === undefined || link.until <= now() ? null : link
    },
    close(): void {
      links = []
    },
  }
}
