// Bytes as base64 and hex text, and back. By hand, because the language has neither yet.
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values: ReadonlyMap<string, number> = new Map([
  ...Array.from(ALPHABET, (sign, value) => [sign, value] as const),
  ['-', 62],
  ['_', 63],
])

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.subarray(at, at + 3)
    const all = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
    const sign = (shift: number): string => ALPHABET[(all >> shift) & 63] ?? ''
    parts.push(
      sign(18) +
        sign(12) +
        (second === undefined ? '=' : sign(6)) +
        (third === undefined ? '=' : sign(0)),
    )
  }
  return parts.join('')
}

/** Also the alphabet of addresses, with or without `=` at the end; null: it is none. */
export function fromBase64(text: string): Uint8Array | null {
  const signs = text.replace(/={1,2}$/, '')
  if (signs.length % 4 === 1) return null
  const bytes = new Uint8Array(Math.floor((signs.length * 3) / 4))
  let [held, bits, to] = [0, 0, 0]
  for (const sign of signs) {
    const value = values.get(sign)
    if (value === undefined) return null
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[to++] = (held >> bits) & 0xff
  }
  return bytes
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Null: it is none. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 === 1 || !/^[0-9a-f]*$/i.test(text)) return null
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16)
  return bytes
}
