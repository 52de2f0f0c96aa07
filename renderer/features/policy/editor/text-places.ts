// Lines and columns of a text, both from 1, as people count them. Pure.

export function lineColumn(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  const start = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - start + 1 }
}

/** The end of the line where it is shorter; the end of the text where it has fewer lines. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', start)
    if (end < 0) break
    start = end + 1
  }
  const end = text.indexOf('\n', start)
  return Math.min(start + column - 1, end < 0 ? text.length : end)
}

/** How many characters the word at a place has; at least one. */
export function wordLength(text: string, line: number, column: number): number {
  const from = offsetOf(text, line, column)
  return Math.max(1, /^[^\s,:\]}]+/.exec(text.slice(from, from + 200))?.[0].length ?? 1)
}
