// A long text as lines that can be drawn one by one, and where words are in it. Pure.

export type TextLine = {
  /** Counted from 1; null: the line before goes on. */
  readonly number: number | null
  readonly text: string
}

/** A line that is longer is drawn in pieces: one of half a million characters could not be drawn. */
const LONGEST = 1_000

export function linesOf(text: string): readonly TextLine[] {
  const whole = text.endsWith('\n') ? text.slice(0, -1) : text
  return whole.split('\n').flatMap((line, at) => pieces(line, at + 1))
}

function pieces(line: string, number: number): readonly TextLine[] {
  if (line.length <= LONGEST) return [{ number, text: line }]
  const parts: TextLine[] = []
  for (let from = 0; from < line.length;) {
    const end = wholeEnd(line, from + LONGEST)
    parts.push({ number: from === 0 ? number : null, text: line.slice(from, end) })
    from = end
  }
  return parts
}

/** Not between the two halves of a character. */
function wholeEnd(line: string, end: number): number {
  const last = line.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff && end < line.length ? end + 1 : end
}

export type Match = { readonly line: number; readonly from: number; readonly to: number }

/** Matches beyond are not counted. */
export const MOST_MATCHES = 1_000

/** In any case. Words that a piece of a line cuts in two are not found. */
export function matchesIn(lines: readonly TextLine[], typed: string): readonly Match[] {
  if (typed === '') return []
  const wanted = new RegExp(typed.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'giu')
  const matches: Match[] = []
  for (const [line, { text }] of lines.entries())
    for (const { index, 0: match } of text.matchAll(wanted)) {
      matches.push({ line, from: index, to: index + match.length })
      if (matches.length === MOST_MATCHES) return matches
    }
  return matches
}

export type LinePart = { readonly text: string; readonly match: 'no' | 'yes' | 'current' }

/** A line in parts, as its matches cut it. */
export function partsOf(
  text: string,
  matches: readonly Match[],
  current: Match | null,
): readonly LinePart[] {
  const parts: LinePart[] = []
  let from = 0
  for (const match of matches) {
    if (match.from > from) parts.push({ text: text.slice(from, match.from), match: 'no' })
    parts.push({
      text: text.slice(match.from, match.to),
      match: match === current ? 'current' : 'yes',
    })
    from = match.to
  }
  return from < text.length ? [...parts, { text: text.slice(from), match: 'no' }] : parts
}
