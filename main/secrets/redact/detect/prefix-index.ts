// Finds where words of a list begin in a text, in one pass however many they are. What every
// pattern of a list begins with is looked for first, and a pattern runs only where its own
// beginning is: so a long text costs one look, not one for each.

export type Start = {
  /** ASCII, at least two characters, the first a letter or a digit. */
  readonly literal: string
  /** Which entry of the caller's list it belongs to. */
  readonly of: number
}

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)

const WORD = Uint8Array.from({ length: 128 }, (_, code) => (isWord(code) ? 1 : 0))

/**
 * `visit(at, of)` for every start that is at `at` with no ASCII letter or digit before it, in
 * the order of the text; once for each literal, so more than once for an `of` that has several
 * there. Linear in the length of the text.
 */
export function openStarts(
  starts: readonly Start[],
): (text: string, visit: (at: number, of: number) => void) => void {
  let index: StartIndex | null = null
  return (text, visit) => {
    index ??= indexOf(starts)
    const { listOf, lists } = index
    let inside = false
    for (let at = 0; at < text.length; at++) {
      const first = text.charCodeAt(at)
      const before = inside
      inside = first < 128 && WORD[first] === 1
      if (before || !inside) continue
      const second = text.charCodeAt(at + 1)
      if (!(second < 128)) continue
      const list = listOf[(first << 7) | second]
      if (list === undefined || list === 0) continue
      const third = text.charCodeAt(at + 2)
      for (const start of lists[list] ?? []) {
        if ((start.third < 0 || start.third === third) && text.startsWith(start.literal, at))
          visit(at, start.of)
      }
    }
  }
}

type StartIndex = {
  /** By the first two characters: which of `lists` begins so. The first list is empty. */
  readonly listOf: Uint16Array
  readonly lists: readonly (readonly (Start & { readonly third: number })[])[]
}

/** Made with the first text: a command that only looks often has none. */
function indexOf(starts: readonly Start[]): StartIndex {
  const listOf = new Uint16Array(128 * 128)
  const lists: (Start & { readonly third: number })[][] = [[]]
  for (const { literal, of } of starts) {
    const [first, second] = [literal.charCodeAt(0), literal.charCodeAt(1)]
    // eslint-disable-next-line no-control-regex -- the range is all of ASCII, so it holds the control characters
    if (!/^[A-Za-z0-9][\0-\x7f]+$/.test(literal)) throw new Error(`No word begins with ${literal}.`)
    const pair = (first << 7) | second
    if (listOf[pair] === 0) listOf[pair] = lists.push([]) - 1
    lists[listOf[pair] ?? 0]?.push({
      literal,
      third: literal.length > 2 ? literal.charCodeAt(2) : -1,
      of,
    })
  }

  return { listOf, lists }
}
