// Pure. Keeps a file's line ends when its text is replaced: models write `\n`, whatever the file
// had.

const bareEnd = /(?<!\r)\n/
/** True when every line of `text` ends as Windows writes it, and there is one. */
export const hasWindowsEnds = (text: string): boolean =>
  text.includes('\r\n') && !bareEnd.test(text)

/**
 * `text` with the line ends of `old`, where those are all `\r\n` and `text` says nothing of its
 * own: it has no `\r`.
 */
export function withEndsOf(old: string, text: string): string {
  return !text.includes('\r') && hasWindowsEnds(old) ? text.replaceAll('\n', '\r\n') : text
}
