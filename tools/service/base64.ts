// Base64 and base64url, which this environment does not bring along. Pure.
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const valueOf = new Map<string, number>(
  Array.from(`${LETTERS}-_`, (letter, at) => [letter, at < 64 ? at : at - 2]),
)

/** Either alphabet; what belongs to none (line breaks, padding) is passed over. */
export function decoded(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let [at, bits, held] = [0, 0, 0]
  for (const letter of text) {
    const value = valueOf.get(letter)
    if (value === undefined) continue
    held = (held << 6) | value
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = (held >> bits) & 0xff
    held &= (1 << bits) - 1
  }
  return bytes.subarray(0, at)
}

export function encoded(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let out = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = [bytes[at], bytes[at + 1], bytes[at + 2]]
    out += LETTERS[a >> 2]
    out += LETTERS[((a & 3) << 4) | ((b ?? 0) >> 4)]
    out += b === undefined ? '=' : LETTERS[((b & 15) << 2) | ((c ?? 0) >> 6)]
    out += c === undefined ? '=' : LETTERS[c & 63]
  }
  return out
}

export const encodedForUrl = (text: string): string =>
  encoded(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
