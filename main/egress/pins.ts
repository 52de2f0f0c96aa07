// What the person has pinned: the addresses a name may lead to, and the key its server must show. A
// pin only narrows; it never opens an address that is closed without it.
import { createHash } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { failure, type Failure } from '../../contract/failure.ts'
import { plainAddress } from './address.ts'
import { isListed } from './allowlist.ts'

/**
 * `host` as in the allowlist. `tlsPins`: SHA-256 of a public key (SubjectPublicKeyInfo, DER),
 * base64; one of them has to fit.
 */
export type HostPin = {
  readonly host: string
  readonly addresses: readonly string[] | null
  readonly tlsPins: readonly string[] | null
}

type Target = { readonly protocol: string; readonly host: string; readonly port: number }

/**
 * Those that speak of a target, by whichever scheme it is reached. Where several do, all of them
 * have to hold.
 */
export const pinsOn = (
  { protocol, host, port }: Target,
  pins: readonly HostPin[],
): readonly HostPin[] =>
  pins.filter((pin) =>
    isListed(
      { protocol, host: host.includes(':') ? `[${host}]` : host, port },
      [withoutScheme(pin.host)],
      'any',
    ),
  )

const withoutScheme = (pattern: string): string => pattern.replace(/^https?:\/\//, '')

/**
 * `net.dns-pin` when a name leads anywhere else than to its pinned addresses; null when it may be
 * dialled.
 */
export function addressUnpinned(
  host: string,
  addresses: readonly string[],
  pins: readonly HostPin[],
): Failure | null {
  for (const pin of pins) {
    if (pin.addresses === null) continue
    const pinned = new Set(pin.addresses.map(plainAddress))
    const stray = addresses.find((address) => !pinned.has(plainAddress(address)))
    if (stray !== undefined) {
      return failure(
        'net.dns-pin',
        `${host} leads to ${stray}, which is not one of the addresses it is pinned to.`,
        `If the host has moved, correct "addresses" of ${pin.host} in the allowlist.`,
      )
    }
  }
  return null
}

/**
 * `net.tls-pin` where a pinned key cannot be looked at: without TLS, or inside a program's own TLS.
 */
export function keyHidden(
  host: string,
  pins: readonly HostPin[],
  why: 'plain' | 'not-ours',
): Failure | null {
  const pin = pins.find(({ tlsPins }) => tlsPins !== null)
  if (pin === undefined) return null
  const text =
    why === 'plain'
      ? `${host} has a pinned key, so only https is spoken to it.`
      : `${host} has a pinned key, which no program's own connection can be held to.`
  return failure(
    'net.tls-pin',
    text,
    why === 'plain'
      ? 'Ask with https.'
      : 'Use a tool that makes the request itself, or remove the pin.',
  )
}

/**
 * `net.tls-pin` when the server has shown another key than the pinned ones. Its certificate has
 * been found good before.
 */
export function keyUnpinned(
  host: string,
  socket: TLSSocket,
  pins: readonly HostPin[],
): Failure | null {
  for (const { host: pattern, tlsPins } of pins) {
    if (tlsPins === null) continue
    const found = keyOf(socket)
    if (!tlsPins.includes(found)) {
      return failure(
        'net.tls-pin',
        `${host} shows a key that is not pinned (SHA-256 ${found}).`,
        `If the server has a new key and you know it, add it to "tlsPin" of ${pattern} in the allowlist.`,
      )
    }
  }
  return null
}

function keyOf(socket: TLSSocket): string {
  const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' })
  return key === undefined ? 'none' : createHash('sha256').update(key).digest('base64')
}
