// Tells a file that was emptied or cut off from one that a person made shorter. An editor that
// saves in place and a full disk leave such files, and an empty file would put the defaults in
// force. Pure.

/** Whether anything is said in it: not only blanks, comments, marks of YAML and an empty value. */
export function hasContent(text: string): boolean {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^(---|\.\.\.)(?=\s|$)/, '').trim())
    .some(
      (line) =>
        line !== '' &&
        !line.startsWith('#') &&
        !line.startsWith('%') &&
        !/^(~|null|Null|NULL)(\s+#.*)?$/.test(line),
    )
}

/**
 * Whether `now` is the beginning of `before`, ending within a line: nobody writes that, but a write
 * that stopped half-way does.
 */
export function isCutOff(before: string, now: string): boolean {
  if (now.length >= before.length || !before.startsWith(now)) return false
  return !/[\r\n]$/.test(now) && !/^[\r\n]/.test(before.slice(now.length))
}
