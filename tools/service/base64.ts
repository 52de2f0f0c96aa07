// Base64 and base64url, which this environment does not bring along. Pure.
import { openSemaphore } from '../web/turns.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** By the code of a letter; 64: it belongs to no alphabet. */
const valueOf = new Uint8Array(128).fill(64)
for (const [at, letter] of Array.from(`${LETTERS}-_`).entries())
  valueOf[letter.charCodeAt(0)] = at < 64 ? at : at - 2

/** Either alphabet; what belongs to none (line breaks, padding) is passed over. */
export function decoded(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4))
  return bytes.subarray(0, decodeTo(bytes, { at: 0, bits: 0, held: 0 }, text).at)
}

/** Letters that are decoded in one piece. */
const PIECE = 65_536

/** The same for some megabytes, with a turn for others after every piece. */
export async function decodedInTurns(text: string): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4))
  const turns = openSemaphore()
  let run: Run = { at: 0, bits: 0, held: 0 }
  for (let from = 0; from < text.length; from += PIECE) {
    run = decodeTo(bytes, run, text.slice(from, from + PIECE))
    await turns.next()
  }
  return bytes.subarray(0, run.at)
}

type Run = { readonly at: number; readonly bits: number; readonly held: number }

/** Goes on where the letters before these ended, which need not be between two bytes. */
function decodeTo(bytes: Uint8Array, run: Run, text: string): Run {
  let { at, bits, held } = run
  for (let letter = 0; letter < text.length; letter += 1) {
    const value = valueOf[text.charCodeAt(letter)] ?? 64
    if (value === 64) continue
    held = (held << 6) | value
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = (held >> bits) & 0xff
    held &= (1 << bits) - 1
  }
  return { at, bits, held }
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
