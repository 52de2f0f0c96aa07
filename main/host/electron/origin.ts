// The one origin that Gatehouse's window may have. Pure.

export const SCHEME = 'gatehouse'
export const ORIGIN = `${SCHEME}://app`

/** Whether an address lies on our own origin. What cannot be parsed does not. */
export function isOwnUrl(address: string): boolean {
  const url = URL.parse(address)
  // `origin` of a scheme that Node does not know is "null", so the parts are compared.
  return (
    url !== null &&
    url.protocol === `${SCHEME}:` &&
    url.host === 'app' &&
    url.username === '' &&
    url.password === ''
  )
}

/**
 * A place inside the window, such as `/approvals/apr_1`, as the address to load. The page routes by
 * hash: going there reloads nothing.
 */
export const locationUrl = (location: string): string => `${ORIGIN}/#${location}`

export const APPROVALS = '/approvals'

/** The link that leads to such a place, from outside of the window. */
export const linkTo = (location: typeof APPROVALS): string => `${SCHEME}:/${location}`

/** Somebody's wish to have a server added: no longer than main reads. */
const ADD = /^gatehouse:\/\/servers\/add\?[\x21-\x7e]{1,16000}$/
const LINK = /^gatehouse:\/\/approvals(?:\/(apr_[0-9a-z]{8,40}))?\/?$/

/**
 * What a link from outside may ask for: a place to look at, named by an id, or the page that asks
 * whether to add a server. Null for everything else. A link never answers, starts or changes
 * anything.
 */
export function locationOfLink(link: string): string | null {
  // Shown whole and asked about there; the link itself is read by main, which takes or refuses it.
  if (ADD.test(link)) return `/servers/add?link=${encodeURIComponent(link)}`
  const found = LINK.exec(link)
  if (found === null) return null
  return found[1] === undefined ? APPROVALS : `${APPROVALS}/${found[1]}`
}

/**
 * Addresses that may be handed to the system to open: a web page or an email, and nothing that starts
 * a program.
 */
export function mayOpenOutside(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  return (url.protocol === 'https:' && url.hostname !== '') || url.protocol === 'mailto:'
}
