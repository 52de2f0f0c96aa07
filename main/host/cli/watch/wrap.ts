// Breaks lines to the width of a terminal and loses no character. Pure.
import { plain, widthOf } from '../output/width.ts'

/** A change of colour of ours; text from elsewhere has no escape left in it by now. */
const tone = '\u{1b}\\[\\d+m'
const pieces = new RegExp(`${tone}|[^]`, 'gu')
const ESCAPE = '\u{1b}'
const tones = new RegExp(tone, 'gu')
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
    used = hang + bareWidth(carried)
    breakAt = -1
  }
  const all = line.replaceAll('\t', TAB).match(pieces) ?? []
  for (const [at, piece] of all.entries()) {
    if (piece.startsWith(ESCAPE)) {
      open = toned(open, piece)
      text += piece
      continue
    }
    const cells = widthOf(piece)
    if (used + cells > width) {
      // At a space where there is one not too far back, or where that leaves a word whole, such as an id;
      // the space stays, at the end of its line.
      const room = width - hang
      const near = breakAt > text.length - width / 3
      const isWhole = () => bareWidth(text.slice(breakAt)) + restOfWord(all, at, room) <= room
      const cut = near || (breakAt > 0 && isWhole()) ? breakAt : text.length
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

const bareWidth = (text: string): number => widthOf(text.replaceAll(tones, ''))

/** How wide the word goes on from here; more than `most` is only that. */
function restOfWord(all: readonly string[], from: number, most: number): number {
  let cells = 0
  for (let at = from; at < all.length && cells <= most; at++) {
    const piece = all[at] ?? ' '
    if (piece === ' ') break
    if (!piece.startsWith(ESCAPE)) cells += widthOf(piece)
  }
  return cells
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
