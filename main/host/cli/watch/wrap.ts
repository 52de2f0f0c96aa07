// Breaks lines to the width of a terminal and loses no character. Widths are rather too large than
// too small: a line that the terminal finds wider than we do would push the others away. Pure.

/** Two cells each: East Asian wide and full-width forms, and pictures, up to Unicode 16. */
const wide =
  /[\u{1100}-\u{115f}\u{2329}\u{232a}\u{2630}-\u{2637}\u{268a}-\u{268f}\u{fe10}-\u{fe19}\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d37f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{a960}-\u{a97f}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u

export const widthOf = (text: string): number =>
  plain.test(text)
    ? text.length
    : Array.from(text).reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0)

/** A change of colour of ours; text from elsewhere has no escape left in it by now. */
const tone = '\u{1b}\\[\\d+m'
const pieces = new RegExp(`${tone}|[^]`, 'gu')
const ESCAPE = '\u{1b}'
const tones = new RegExp(tone, 'gu')
const plain = /^[ -~]*$/
const TAB = '    '
/** Below this nothing is put under its beginning. */
const NARROW = 4

/** Lines of at most `width` cells; what goes on is under its beginning, two cells further. */
export function wrapped(line: string, width: number): readonly string[] {
  // Most lines of a long diff.
  if (line.length <= width && plain.test(line)) return [line]
  const indented = Math.min(/^ */.exec(line)?.[0].length ?? 0, Math.floor(width / 2)) + 2
  const hang = width < NARROW ? 0 : indented
  const lines: string[] = []
  let open: readonly string[] = []
  let [text, used, breakAt] = ['', 0, -1]
  const startLine = (carried: string): void => {
    const indent = ' '.repeat(hang)
    text = open.join('') + indent + carried
    used = hang + widthOf(carried.replaceAll(tones, ''))
    breakAt = -1
  }
  for (const piece of line.replaceAll('\t', TAB).match(pieces) ?? []) {
    if (piece.startsWith(ESCAPE)) {
      open = toned(open, piece)
      text += piece
      continue
    }
    const cells = widthOf(piece)
    if (used + cells > width) {
      // At a space where there is one not too far back; the space stays, at the end of its line.
      const cut = breakAt > text.length - width / 3 ? breakAt : text.length
      const carried = text.slice(cut)
      lines.push(text.slice(0, cut) + ends(open))
      startLine(carried)
    }
    text += piece
    used += cells
    if (piece === ' ') breakAt = text.length
  }
  return [...lines, text]
}

/** Which tones are on after one more of them. */
function toned(open: readonly string[], piece: string): readonly string[] {
  const code = Number(piece.slice(2, -1))
  if (code === 22) return open.filter((each) => !/\[[12]m$/.test(each))
  if (code === 39) return open.filter((each) => !/\[3\dm$/.test(each))
  if (code === 27) return open.filter((each) => !/\[7m$/.test(each))
  return [...open, piece]
}

const ends = (open: readonly string[]): string => (open.length === 0 ? '' : '\u{1b}[0m')

/** One line cut to `width`, with `sign` at its end; for what is whole elsewhere on the screen. */
export function cutTo(text: string, width: number, sign = '…'): string {
  if (widthOf(text) <= width) return text
  let [kept, used] = ['', 0]
  for (const character of text) {
    if (used + widthOf(character) > width - widthOf(sign)) break
    kept += character
    used += widthOf(character)
  }
  return `${kept}${sign}`
}
