// A secret with invisible characters strewn into it is the same secret to anyone who takes them out
// again. This finds the text beneath, and the way back to where each piece of it stood.

/** What cleaning writes in the place of invisible characters, and those characters themselves. */
const MARKS =
  // eslint-disable-next-line no-control-regex -- colours begin with one
  /(?:\u001b|⟨U\+001B⟩|\\u001[bB]|\\x1[bB]|\\033|\\e)\[[0-9;:?]{0,32}[A-Za-z]|\u001b\][^\u0007\u001b]{0,256}(?:\u0007|\u001b\\)|⟨(?:U\+[0-9A-F]{4,6}(?: ×\d{1,9})?|\d{1,9} hidden characters)⟩|\u034f|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** As they are, and as programs write them out. */
const COLOURS = ['\u001b', '\\u001b[', '\\u001B[', '\\x1b[', '\\x1B[', '\\033[', '\\e[']

export type Beneath = {
  readonly text: string
  /** Where the character that is now at `at` was before. */
  original(at: number): number
}

/** Null when nothing is strewn in, as in nearly every text. */
export function beneathMarks(text: string): Beneath | null {
  // All of them are beyond ASCII, of which a byte is a character, or colours.
  if (Buffer.byteLength(text) === text.length && !COLOURS.some((colour) => text.includes(colour)))
    return null
  const stored: { readonly to: number; readonly from: number }[] = []
  const pieces: string[] = []
  let from = 0
  let to = 0
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (index > from) {
      stored.push({ to, from })
      pieces.push(text.slice(from, index))
      to += index - from
    }
    from = index + mark.length
  }
  if (from === 0) return null
  stored.push({ to, from })
  pieces.push(text.slice(from))
  return { text: pieces.join(''), original: (at) => trace(stored, at) }
}

/** The last piece that begins at or before `at`, by halving. */
function trace(
  stored: readonly { readonly to: number; readonly from: number }[],
  at: number,
): number {
  let low = 0
  let high = stored.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((stored[middle]?.to ?? 0) <= at) low = middle
    else high = middle - 1
  }
  const piece = stored[low]
  return piece === undefined ? at : piece.from + at - piece.to
}
