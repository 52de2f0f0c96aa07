// What a host is by its spelling alone: a well-formed name, an address, a name of this machine or
// this network. Pure: no resolver is asked, so a public-looking name may still lead home; the
// dialler checks that.
import { domainToUnicode } from 'node:url'
import { classifyAddress } from './address.ts'

/**
 * Names that never mean a host on the public internet (RFC 6761, 6762, 8375, 9476 draft
 * `.internal`, and common habit).
 */
const LOCAL_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
]

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/**
 * True for lower-case ASCII names of 1 to 253 characters in labels of 1 to 63. IP addresses are not
 * names, and neither is what only nearly is one: no top-level domain begins with a digit. Nor is a
 * coded label that no other script is behind.
 */
export function isWellFormedName(host: string): boolean {
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  return (
    host.length <= 253 &&
    labels.every((label) => LABEL.test(label) && !isBrokenCode(label)) &&
    (labels.length === 1 || !/^[0-9]/.test(last))
  )
}

/**
 * Node takes `xn--a` for a name although the URL standard refuses it; the one who decodes it sees
 * nothing, or something else.
 */
const isBrokenCode = (label: string): boolean =>
  label.startsWith('xn--') && domainToUnicode(label) === label

export type HostForm =
  | 'public-name'
  | 'localhost'
  | 'local-name'
  | 'public-address'
  | 'local-address'

/** `host` as a parsed URL holds it: lower-case ASCII, IPv6 in brackets, no trailing dot. */
export function hostForm(host: string): HostForm {
  const address = classifyAddress(host)
  if (address === 'public') return 'public-address'
  if (address !== 'not-an-address') return 'local-address'
  if (host === 'localhost' || host.endsWith('.localhost')) return 'localhost'
  const single = !host.includes('.')
  return single || LOCAL_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))
    ? 'local-name'
    : 'public-name'
}

export const isLocalForm = (form: HostForm): boolean =>
  form === 'localhost' || form === 'local-name' || form === 'local-address'
