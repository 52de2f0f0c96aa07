// What kind of place an IP address is. Pure. Only plain public unicast passes; what this file does
// not know is refused. Never resolves a name and never dials.
import ipaddr from 'ipaddr.js'

export type AddressClass =
  | 'public'
  | 'loopback'
  | 'private'
  | 'shared'
  | 'link-local'
  | 'unique-local'
  | 'site-local'
  | 'metadata'
  | 'multicast'
  | 'broadcast'
  | 'unspecified'
  | 'documentation'
  | 'benchmark'
  | 'translated'
  | 'tunnel'
  | 'zoned'
  | 'reserved'
  | 'not-an-address'

/** As it is in a sentence: "10.0.0.1 is a private address". */
export const addressClassText: Readonly<Record<AddressClass, string>> = {
  public: 'a public address',
  loopback: 'a loopback address',
  private: 'a private address',
  shared: 'a carrier-shared (100.64.0.0/10) address',
  'link-local': 'a link-local address',
  'unique-local': 'a unique local (private IPv6) address',
  'site-local': 'a site-local address',
  metadata: "a cloud metadata service's address",
  multicast: 'a multicast address',
  broadcast: 'the broadcast address',
  unspecified: 'an unspecified ("this host") address',
  documentation: 'a documentation address',
  benchmark: 'a benchmarking address',
  translated: 'an address behind a local translator',
  tunnel: 'a tunnel (6to4 or Teredo) address',
  zoned: 'an address with a zone of this machine',
  reserved: 'a reserved address',
  'not-an-address': 'not an IP address',
}

// Services that hand out credentials to anyone who asks. Some are on addresses that look public
// (168.63.129.16).
const METADATA = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
])

type Range = readonly [network: string, bits: number, is: AddressClass]

// Ranges that the library files under a broad name, or that it lets pass. First match wins.
const V4: readonly Range[] = [
  ['192.0.2.0', 24, 'documentation'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['198.18.0.0', 15, 'benchmark'],
]
const V6: readonly Range[] = [
  ['2001:db8::', 32, 'documentation'],
  ['3fff::', 20, 'documentation'],
  ['2001:2::', 48, 'benchmark'],
  ['2001::', 32, 'tunnel'],
  ['2002::', 16, 'tunnel'],
  ['64:ff9b:1::', 48, 'translated'],
  ['fec0::', 10, 'site-local'],
]

// The library's names. A range that it, or a later version of it, names otherwise is not known to
// be public, so it is not.
const NAMES: ReadonlyMap<string, AddressClass> = new Map([
  ['unicast', 'public'],
  ['loopback', 'loopback'],
  ['private', 'private'],
  ['linkLocal', 'link-local'],
  ['carrierGradeNat', 'shared'],
  ['uniqueLocal', 'unique-local'],
  ['multicast', 'multicast'],
  ['broadcast', 'broadcast'],
  ['unspecified', 'unspecified'],
])

/**
 * Class of an address in plain notation (dotted quad, or IPv6 with or without brackets). v4-mapped,
 * v4-compatible and NAT64 addresses have the class of the IPv4 address they carry. 6to4 and Teredo
 * are never public; when they carry a local address, its class is the answer, so that the refusal
 * says what was really meant.
 */
export function classifyAddress(text: string): AddressClass {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (bare.includes('%')) return 'zoned'
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return classifyV4(ipaddr.IPv4.parse(bare))
  if (ipaddr.IPv6.isValid(bare)) return classifyV6(ipaddr.IPv6.parse(bare))
  return 'not-an-address'
}

/**
 * One spelling for each address, so that two can be compared; null when it is none, or belongs to a
 * zone of this machine.
 */
export const plainAddress = (text: string): string | null =>
  isAddress(text) && !text.includes('%')
    ? ipaddr.parse(text.replace(/^\[|\]$/g, '')).toString()
    : null

/** True for every spelling of an IP address that a parsed URL can hold. */
export const isAddress = (host: string): boolean => classifyAddress(host) !== 'not-an-address'

function classifyV4(address: ipaddr.IPv4): AddressClass {
  if (METADATA.has(address.toString())) return 'metadata'
  const named = V4.find(([network, bits]) => address.match(ipaddr.IPv4.parse(network), bits))
  if (named !== undefined) return named[2]
  return NAMES.get(address.range()) ?? 'reserved'
}

function classifyV6(address: ipaddr.IPv6): AddressClass {
  if (METADATA.has(address.toString())) return 'metadata'
  const p = address.parts
  const inner = (high: number, low: number): AddressClass =>
    classifyV4(quad(p[high] ?? 0, p[low] ?? 0))
  const zeros = (from: number, to: number): boolean => p.slice(from, to).every((part) => part === 0)

  if (zeros(0, 5) && p[5] === 0xffff) return inner(6, 7)
  if (zeros(0, 4) && p[4] === 0xffff && p[5] === 0) return notPublic(inner(6, 7), 'translated')
  if (zeros(0, 6))
    return p[6] === 0 && (p[7] ?? 0) <= 1 ? (p[7] === 1 ? 'loopback' : 'unspecified') : inner(6, 7)
  if (p[0] === 0x64 && p[1] === 0xff9b && zeros(2, 6)) return inner(6, 7)
  if (p[0] === 0x2002) return notPublic(inner(1, 2), 'tunnel')
  // Teredo carries the client's address with every bit turned over.
  if (p[0] === 0x2001 && p[1] === 0)
    return notPublic(classifyV4(quad(~(p[6] ?? 0) & 0xffff, ~(p[7] ?? 0) & 0xffff)), 'tunnel')

  const named = V6.find(([network, bits]) => address.match(ipaddr.IPv6.parse(network), bits))
  if (named !== undefined) return named[2]
  // Only 2000::/3 is handed out as global unicast (RFC 4291, IANA); the rest is kept for later and
  // goes nowhere good.
  if (address.range() === 'unicast' && ((p[0] ?? 0) & 0xe000) !== 0x2000) return 'reserved'
  return NAMES.get(address.range()) ?? 'reserved'
}

const quad = (high: number, low: number): ipaddr.IPv4 =>
  new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])

const notPublic = (inner: AddressClass, otherwise: AddressClass): AddressClass =>
  inner === 'public' ? otherwise : inner
