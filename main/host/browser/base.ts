// The secret path below which the window lives. Browsers send the cookies of 127.0.0.1 to every
// port of it, so anyone who listens on another port would be sent ours; they send a cookie only
// below its path, and nobody else knows this one.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export type Base = {
  /**
   * `/w-…/`: 128 random bits, base64url. For the cookie and the redirect of a link that was good;
   * nothing else may say it.
   */
  readonly path: string
  /**
   * What a path is below the base, with its first slash (`/` is the window itself). Null elsewhere;
   * takes equally long either way.
   */
  within(pathname: string): string | null
}

/** Another one at every start, so that one which leaked is worth nothing afterwards. */
export function makeBase(): Base {
  const path = `/w-${randomBytes(16).toString('base64url')}/`
  const own = hash(path)
  return {
    path,
    within(pathname) {
      const same = timingSafeEqual(hash(pathname.slice(0, path.length)), own)
      return same ? pathname.slice(path.length - 1) : null
    },
  }
}

// Hashes are of equal length, whatever was sent.
const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
