// Bytes of a file to text, or to the place where they are no UTF-8. Pure.
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { Position } from './read-toml.ts'

/** A mark of byte order stays in the text. */
export function decodeText(bytes: Uint8Array): Result<string, Position> {
  const text = begins(bytes, false)
  return text === null ? err(faultPosition(bytes)) : ok(text)
}

/** Null: it is no text. `open`: what is cut off at its end may go on. */
function begins(bytes: Uint8Array, open: boolean): string | null {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return decoder.decode(bytes, { stream: open })
  } catch {
    return null
  }
}

/** Right behind the longest beginning that is text. */
function faultPosition(bytes: Uint8Array): Position {
  let [sound, broken] = [0, bytes.length + 1]
  while (broken - sound > 1) {
    const middle = Math.floor((sound + broken) / 2)
    if (begins(bytes.subarray(0, middle), true) === null) broken = middle
    else sound = middle
  }
  const lines = (begins(bytes.subarray(0, sound), true) ?? '').split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}
