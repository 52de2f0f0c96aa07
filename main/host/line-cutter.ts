// Cuts text that comes in pieces into lines: the local socket, both ways, and what passes through the
// bridge. Bytes of servers, which are measured before a line has ended, have their own:
// mcp/client/transport/lines.ts.

export type LineCutter = {
  feed(chunk: string): void
  /** What came after the last line end. */
  rest(): string
}

/**
 * Lines without their end; empty ones are left out. Calls `tooLong` once, and then nothing more,
 * when a line passes `longest`.
 */
export function lineCutter(
  longest: number | (() => number),
  line: (text: string) => void,
  tooLong: () => void = () => {},
): LineCutter {
  let parts: string[] = []
  let length = 0
  let over = false
  function feed(chunk: string): void {
    let from = 0
    while (!over) {
      const end = chunk.indexOf('\n', from)
      const piece = chunk.slice(from, end === -1 ? undefined : end)
      length += piece.length
      if (length > (typeof longest === 'number' ? longest : longest())) {
        over = true
        parts = []
        tooLong()
        return
      }
      parts.push(piece)
      if (end === -1) return
      const whole = parts.join('')
      parts = []
      length = 0
      from = end + 1
      if (whole.trim() !== '') line(whole)
    }
  }
  return { feed, rest: () => parts.join('') }
}
