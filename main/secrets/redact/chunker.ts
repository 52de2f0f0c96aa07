// Cuts a text that comes in pieces into windows that can be looked at one by one, so that no look
// takes long and little has to be held back. Where the cuts lie depends on the text alone, never on
// the pieces it came in: whole lines together, and of a line that is too long for that, pieces with
// some of the line on both sides.

/** What a window is for, beside what is only looked at with it. */
export type Window = {
  readonly text: string
  /** `[from, to)` of `text` is this window's own; the rest belongs to its neighbours. */
  readonly from: number
  readonly to: number
}

/**
 * Characters of a long line that are looked at again on either side of a cut: longer than any
 * token.
 */
export const MARGIN = 16_384
const PIECE = 24_576
/** A line longer than this is cut; so this is also the most that is ever held back. */
const LONGEST_LINE = PIECE + MARGIN

export type Slicer = { push(text: string): Window[]; end(): Window[] }

export function openSlicer(): Slicer {
  let held = ''
  /** What is before `held` in the same line; not empty only inside a long one. */
  let before = ''

  /** The next window, or null when more has to come first. */
  const next = (ended: boolean): Window | null => {
    if (held === '') return null
    if (before === '') {
      const lines = lastLineEnd(held, LONGEST_LINE)
      if (lines >= 0) return take(lines + 1, 0)
      if (held.length < LONGEST_LINE) return ended ? take(held.length, 0) : null
      return take(PIECE, MARGIN)
    }
    const end = firstLineEnd(held, PIECE + MARGIN)
    if (end >= 0 && end < PIECE) return take(end + 1, 0)
    if (end >= 0) return take(PIECE, end + 1 - PIECE)
    if (held.length >= PIECE + MARGIN) return take(PIECE, MARGIN)
    if (!ended) return null
    return held.length <= PIECE ? take(held.length, 0) : take(PIECE, held.length - PIECE)
  }

  const take = (length: number, after: number): Window => {
    const own = held.slice(0, length)
    const window = {
      text: before + held.slice(0, length + after),
      from: before.length,
      to: before.length + length,
    }
    before = isLineEnd(own.charCodeAt(length - 1)) ? '' : (before + own).slice(-MARGIN)
    held = held.slice(length)
    return window
  }

  const windows = (ended: boolean): Window[] => {
    const taken: Window[] = []
    for (let window = next(ended); window !== null; window = next(ended)) taken.push(window)
    return taken
  }

  return {
    push(text) {
      held += text
      return windows(false)
    },
    end: () => windows(true),
  }
}

const isLineEnd = (code: number): boolean => code === 10 || code === 13

function lastLineEnd(text: string, within: number): number {
  for (let at = Math.min(text.length, within) - 1; at >= 0; at--)
    if (isLineEnd(text.charCodeAt(at)) && !isBlockHead(text, at)) return at
  return -1
}

const BLOCK_HEAD = /:[ \t]+[|>][+-]?[1-9]?[+-]?[ \t]{0,20}(?:#[^\n]{0,200})?\r?$/

const SECRET_NAME = String.raw`[\w.-]{0,60}(?:pass|pwd|secret|token|key|credential)[\w.-]{0,20}`
/**
 * A text over several lines, a field that holds the name of a secret, one field of an entry of
 * `.netrc`, a line of a key without marks.
 */
const FORM_HEAD = new RegExp(
  String.raw`[:=][ \t]{0,20}(?:"""|'''|<<[-~]?["']?[A-Z_]{1,20}["']?)\r?$|<key>${SECRET_NAME}<\/key>[ \t]{0,20}\r?$|(?:^|[^\w])(?:name|key)["']?[ \t]{0,3}[:=][ \t]{0,3}["']?${SECRET_NAME}["']?,?\r?$|(?:^|[^\w])value["']?[ \t]{0,3}[:=][ \t]{0,3}\S{4,200}\r?$|^[ \t]{0,20}variable[ \t]{1,3}"${SECRET_NAME}"[ \t]{0,3}\{[ \t]{0,3}\r?$|^[ \t]{0,20}(?:type|description|sensitive)[ \t]{0,20}=[^\n]{1,200}$|^[ \t]{0,20}(?:machine|login|account)[ \t]{1,8}\S[^\n]{0,150}$|^Private-Lines: \d{1,3}\r?$|^[A-Za-z0-9+/]{64}\r?$|[Cc]odes?[ \t]{0,3}[:=][ \t]{0,3}\r?$|^[ \t]{0,40}[[(]?[ \t]{0,3}["']${SECRET_NAME}["'],\r?$|^[ \t*-]{0,8}(?:\d{1,2}[.)][ \t]{1,3})?(?:[A-Za-z0-9]{4,6}-){1,3}[A-Za-z0-9]{4,6}[ \t]{0,3}\r?$`,
  'i',
)

/** A heading of codes that let in without a second factor; an empty line may come before them. */
const CODES_HEAD = /\b(?:recovery|backup|scratch)[ _-]?codes?\b[^\n]{0,60}$/i

/** A line whose secret may be on the next one: the two are looked at together. */
function isBlockHead(text: string, end: number): boolean {
  const line = lineBefore(text, end)
  if (line.trim() !== '')
    return BLOCK_HEAD.test(line) || FORM_HEAD.test(line) || CODES_HEAD.test(line)
  const above = end - line.length - 1
  return above > 0 && CODES_HEAD.test(lineBefore(text, above))
}

const lineBefore = (text: string, end: number): string =>
  text.slice(Math.max(0, end - 256, end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1), end)

function firstLineEnd(text: string, within: number): number {
  for (let at = 0; at < text.length && at < within; at++)
    if (isLineEnd(text.charCodeAt(at))) return at
  return -1
}
