// The line on which the last key of a path is, found by its keys in turn. Good enough to show;
// nothing is decided by it.

/** Null where a key cannot be found. Counts from one. */
export function lineIn(text: string, path: readonly string[]): number | null {
  let from = 0
  for (const key of path) {
    const words = [JSON.stringify(key), `\n${key}`, ` ${key}`, `.${key}`, `[${key}`]
    const locations = words
      .map((word) => ` \n${text}`.indexOf(word, from))
      .filter((location) => location >= 0)
    if (locations.length === 0) return null
    from = Math.min(...locations) + 1
  }
  return ` \n${text}`.slice(0, from + 1).split('\n').length - 1
}
