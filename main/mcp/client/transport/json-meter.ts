// Looks at JSON while it is still bytes: how deep, how many values. So nothing is parsed that would
// cost far more than its bytes. Says nothing of whether it is JSON.
import type { Limits } from '../limits.ts'

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [SQUARE, SQUARE_END, CURLY, CURLY_END] = [0x5b, 0x5d, 0x7b, 0x7d]

export type JsonMeter = {
  /** Null while it is within bounds, else what is too much of it. */
  feed(bytes: Uint8Array): string | null
  /** How many values and separators it was so far. */
  values(): number
  reset(): void
}

export function openJsonMeter({
  depth: deepest,
  values: most,
}: Pick<Limits, 'depth' | 'values'>): JsonMeter {
  let depth = 0
  let values = 0
  let inString = false
  let escaped = false

  /** Where the string that `at` is in ends, or the end of what is there. */
  const pastString = (bytes: Uint8Array, at: number): number => {
    for (let next = at; next < bytes.length;) {
      if (escaped) {
        escaped = false
        next += 1
        continue
      }
      const quote = bytes.indexOf(QUOTE, next)
      const end = quote === -1 ? bytes.length : quote
      // Only the run of backslashes right before a quote, or before the end, decides what comes
      // next.
      let slashes = 0
      while (end - slashes - 1 >= next && bytes[end - slashes - 1] === BACKSLASH) slashes += 1
      if (quote === -1) {
        escaped = slashes % 2 === 1
        return end
      }
      if (slashes % 2 === 0) {
        inString = false
        return quote + 1
      }
      next = quote + 1
    }
    return bytes.length
  }

  return {
    feed: (bytes) => {
      for (let at = 0; at < bytes.length; at += 1) {
        if (inString) {
          at = pastString(bytes, at)
          if (inString || at >= bytes.length) break
        }
        switch (bytes[at] ?? 0) {
          case QUOTE:
            inString = true
            break
          case SQUARE:
          case CURLY:
            depth += 1
            values += 1
            break
          case SQUARE_END:
          case CURLY_END:
            depth -= 1
            break
          case COMMA:
          case COLON:
            values += 1
            break
          default:
        }
        if (depth > deepest) return `is nested deeper than ${deepest}`
        if (values > most) return `holds more than ${most} values`
      }
      return null
    },
    values: () => values,
    reset: () => {
      depth = 0
      values = 0
      inString = false
      escaped = false
    },
  }
}
