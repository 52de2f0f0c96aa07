// Which pages may be opened in the person's browser to sign in on.

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Whether it is a page to sign in on: https; or on this very machine, where the server is there
 * too.
 */
export function isSignInPage(address: string, server: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return (
    username === '' &&
    password === '' &&
    (protocol === 'https:' ||
      (protocol === 'http:' && LOOPBACK.has(hostname) && LOOPBACK.has(new URL(server).hostname)))
  )
}
