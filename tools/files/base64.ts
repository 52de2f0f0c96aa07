// Bytes as base64 and back, with what a page and Node both have.
import { openSemaphore, type Semaphore } from '../web/turns.ts'

const LETTERS = new TextEncoder().encode(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
)
const FILL = 0x3d

/** By a table: `btoa` takes twenty times as long for some megabytes. */
export function base64Of(bytes: Uint8Array): string {
  const out = new Uint8Array(4 * Math.ceil(bytes.length / 3))
  const letter = (six: number): number => LETTERS[six & 63] ?? FILL
  const end = bytes.length - (bytes.length % 3)
  let to = 0
  for (let at = 0; at < end; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    out[to++] = letter(three >> 18)
    out[to++] = letter(three >> 12)
    out[to++] = letter(three >> 6)
    out[to++] = letter(three)
  }
  if (end < bytes.length) {
    const [first = 0, second] = bytes.subarray(end)
    out[to++] = letter(first >> 2)
    out[to++] = letter(((first & 3) << 4) | ((second ?? 0) >> 4))
    out[to++] = second === undefined ? FILL : letter((second & 15) << 2)
    out[to] = FILL
  }
  return new TextDecoder('latin1').decode(out)
}

/** A whole number of groups of three. */
const PIECE = 3 * 4 * 1024

/** The same for some megabytes, with a turn for others after every piece. */
export async function base64InTurns(
  bytes: Uint8Array,
  turns: Semaphore = openSemaphore(),
): Promise<string> {
  // Added up and not joined: to copy five megabytes into one piece takes 4 to 6 ms, and who writes the
  // text somewhere copies it all the same.
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += base64Of(bytes.subarray(at, at + PIECE))
    await turns.next()
  }
  return text
}

/** Null where it is none. */
export function bytesOfBase64(text: string): Uint8Array | null {
  try {
    const binary = atob(text)
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
    return bytes
  } catch {
    // The caller says what was wrong.
    return null
  }
}
