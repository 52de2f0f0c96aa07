// A second look: secrets that hide inside base64, hex or percent-encoding. Linear; each run is
// decoded once.
import type { Finding } from '../known-secrets.ts'
import { hasToken } from './patterns.ts'
import { charactersOf, runsOf } from '../long-tokens.ts'

/** Shorter runs cannot hold a token. */
const KINDS = [
  {
    name: 'base64-encoded-secret',
    of: charactersOf(/[A-Za-z0-9+/_-]/),
    min: 28,
    decode: (run: string) => Buffer.from(run, 'base64').toString('latin1'),
  },
  {
    name: 'hex-encoded-secret',
    of: charactersOf(/[0-9a-f]/),
    min: 40,
    decode: (run: string) => unhex(run),
  },
  {
    name: 'hex-encoded-secret',
    of: charactersOf(/[0-9A-F]/),
    min: 40,
    decode: (run: string) => unhex(run),
  },
  {
    name: 'percent-encoded-secret',
    of: charactersOf(/[A-Za-z0-9._~+%-]/),
    min: 20,
    decode: (run: string) => unpercent(run),
  },
]

export const encodedRules: readonly string[] = [...new Set(KINDS.map(({ name }) => name))]

export function findEncoded(text: string): Finding[] {
  const found: Finding[] = []
  for (const { name, of, min, decode } of KINDS) {
    for (const { start, end } of runsOf(text, of, min)) {
      const run = text.slice(start, end)
      // Where a long line was cut, nobody knows at which place of a group the run goes on.
      const hides = (from: number): boolean =>
        isText(decode(run.slice(from, from + 64))) && hasToken(decode(run.slice(from)))
      if ((start === 0 ? [0, 1, 2, 3] : [0]).some(hides))
        found.push({ start, end: afterPadding(text, end), name })
    }
  }
  return found
}

/**
 * Base64 may end with one or two of these; in the others they are no part of the secret, and hiding
 * them harms nothing.
 */
const afterPadding = (text: string, end: number): number =>
  end + (text.startsWith('==', end) ? 2 : text.startsWith('=', end) ? 1 : 0)

/** Half a byte at the end is left out. */
const unhex = (run: string): string => Buffer.from(run, 'hex').toString('latin1')

/** By hand: a pattern makes a match for every byte. */
function unpercent(run: string): string {
  if (!run.includes('%')) return ''
  const bytes = Buffer.allocUnsafe(run.length)
  let count = 0
  for (let at = 0; at < run.length; at++) {
    const code = run.charCodeAt(at)
    const high = code === PERCENT ? (HEX[run.charCodeAt(at + 1)] ?? -1) : -1
    const low = high < 0 ? -1 : (HEX[run.charCodeAt(at + 2)] ?? -1)
    if (low < 0) bytes[count++] = code
    else {
      bytes[count++] = 16 * high + low
      at += 2
    }
  }
  return bytes.toString('latin1', 0, count)
}

const PERCENT = 37
/** The value of each digit by its character; -1: none. */
const HEX = Int8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return /[0-9A-Fa-f]/.test(sign) ? Number.parseInt(sign, 16) : -1
})

/** Encoded pictures and hashes are not text, and decoding them to the end would be for nothing. */
const isText = (decoded: string): boolean =>
  decoded.length >= 12 && /^[\x20-\x7e\s]+$/.test(decoded.slice(0, 30))
