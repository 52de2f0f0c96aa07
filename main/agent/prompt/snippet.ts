// Cuts the text around the first match of a search out of a long text. Pure.

export type Snippet = { readonly before: string; readonly match: string; readonly after: string }

const AROUND = 60

/**
 * The first word that is found, on one line, with some characters on either side; the beginning
 * when none is.
 */
export function snippet(text: string, words: readonly string[]): Snippet {
  const line = text.replaceAll(/\s+/g, ' ')
  const low = line.toLowerCase()
  // Some letters change their length in lower case; then the places do not fit, and the beginning
  // is shown.
  const paths =
    low.length === line.length
      ? words
          .map((word) => ({ at: low.indexOf(word.toLowerCase()), word }))
          .filter(({ at }) => at >= 0)
      : []
  const first = paths.toSorted((a, b) => a.at - b.at)[0]
  if (first === undefined) return { before: '', match: '', after: cut(line, 0, AROUND * 2) }
  const { at, word } = first
  return {
    before: `${at > AROUND ? '…' : ''}${line.slice(Math.max(0, at - AROUND), at)}`,
    match: line.slice(at, at + word.length),
    after: cut(line, at + word.length, AROUND),
  }
}

const cut = (line: string, from: number, length: number): string =>
  `${line.slice(from, from + length)}${line.length > from + length ? '…' : ''}`
