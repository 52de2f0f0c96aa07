// Breaks lines to the width of a terminal and loses no character. Widths are rather too large than
// too small: a line that the terminal finds wider than we do would push the others away. Pure.

/** Two cells each: East Asian wide and full-width forms, and pictures. */
const wide =
  /[\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{a960}-\u{a97f}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u

export const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0)

/** A change of colour of ours; text from elsewhere has no escape left in it by now. */
const tone = '\u{1b}\\[\\d+m'
const pieces = new RegExp(`${tone}|[^]`, 'gu')
const isTone = new RegExp(`^${tone}$`, 'u')
const TAB = '    '

/** Lines of at most `width` cells; what goes on is under its beginning, two cells further. */
export function wrapped(line: string, width: number): readonly string[] {
  const hang = Math.min(/^ */.exec(line)?.[0].length ?? 0, Math.floor(width / 2)) + 2
  const lines: string[] = []
  let open: readonly string[] = []
  let [text, used, breakAt] = ['', 0, -1]
  const startLine = (carried: string): void => {
    const indent = ' '.repeat(hang)
    text = open.join('') + indent + carried
    used = hang + widthOf(carried.replaceAll(new RegExp(tone, 'gu'), ''))
    breakAt = -1
  }
  for (const piece of line.replaceAll('\t', TAB).match(pieces) ?? []) {
    if (isTone.test(piece)) {
      open = toned(open, piece)
      text += piece
      continue
    }
    if (used + widthOf(piece) > width) {
      // At a space where there is one not too far back; the space stays, at the end of its line.
      const cut = breakAt > text.length - width / 3 ? breakAt : text.length
      const carried = text.slice(cut)
      lines.push(text.slice(0, cut) + ends(open))
      startLine(carried)
    }
    text += piece
    used += widthOf(piece)
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

/** One line cut to `width`; for what is whole elsewhere on the screen. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let [kept, used] = ['', 0]
  for (const character of text) {
    if (used + widthOf(character) > width - 1) break
    kept += character
    used += widthOf(character)
  }
  return `${kept}…`
}
