// Cuts bytes into lines, none longer than allowed: of a line that is too long nothing more is kept.
import { isMuch } from './cut-message.ts'
import { openJsonMeter } from './json-meter.ts'
import type { Limits } from '../limits.ts'

const NEWLINE = 0x0a

/**
 * `feed` answers null, or in words what is wrong with the line that is coming; then nothing more
 * should be fed. `onLine` gets each line without its end, in order, before `feed` returns, and how
 * many values are in it; as bytes of its own where it is much (`isMuch`).
 */
export function openLines(
  limits: Pick<Limits, 'messageBytes' | 'depth' | 'values'>,
  onLine: (line: string | Uint8Array<ArrayBuffer>, values: number) => void,
) {
  const meter = openJsonMeter(limits)
  let held: Buffer[] = []
  let bytes = 0
  const take = (piece: Buffer): string | null => {
    bytes += piece.length
    if (bytes > limits.messageBytes) {
      held = []
      return `is longer than ${limits.messageBytes} bytes`
    }
    held.push(piece)
    return meter.feed(piece)
  }
  return {
    feed: (chunk: Buffer): string | null => {
      let from = 0
      for (;;) {
        const end = chunk.indexOf(NEWLINE, from)
        const wrong = take(end === -1 ? chunk.subarray(from) : chunk.subarray(from, end))
        if (wrong !== null) return wrong
        if (end === -1) return null
        const [only] = held
        const values = meter.values()
        const line = isMuch(bytes, values)
          ? joined(held, bytes)
          : held.length === 1 && only !== undefined
            ? only.toString()
            : Buffer.concat(held).toString()
        held = []
        bytes = 0
        meter.reset()
        from = end + 1
        onLine(line, values)
      }
    },
  }
}

/** In memory that nobody else has a part of, so that a thread can be given it. */
function joined(pieces: readonly Buffer[], bytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
