// Text for a terminal: columns, colours, and no character that hides or moves another.

/**
 * Controls, line and paragraph separators, zero-width and bidirectional characters, tags, fillers
 * and variation selectors, half surrogates.
 */
const hidden =
  /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}|\p{Variation_Selector}|\u{34f}|\u{115f}|\u{1160}|\u{3164}|\u{ffa0}/gu

const escaped = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** One line: everything hidden is written out, line ends too. */
export const visible = (text: string): string =>
  text.replaceAll(hidden, (found) =>
    found === '\n' ? '\\n' : found === '\t' ? '\\t' : escaped(found),
  )

/** Many lines: line ends and tabs stay what they are. */
export const visibleLines = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(hidden, (found) => (found === '\n' || found === '\t' ? found : escaped(found)))

/** Columns as wide as their widest cell, two spaces between them, nothing at the ends of lines. */
export function columns(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(visible))
  const widths: number[] = []
  for (const row of cells)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell))
  const line = (row: readonly string[]) =>
    row.map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - widthOf(cell))).join('  ')
  return cells.map((row) => `${line(row).trimEnd()}\n`).join('')
}

/** The rows below their heads, or one sentence where there are none. */
export const table = (
  none: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string => (rows.length === 0 ? none : columns([heads, ...rows]).trimEnd())

const widthOf = (text: string): number => Array.from(text).length

type Toned = (text: string) => string
export type Paint = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow', Toned>>

export function paint(color: boolean): Paint {
  const toned =
    (code: number, end: number): Toned =>
    (text) =>
      color ? `\u{1b}[${code}m${text}\u{1b}[${end}m` : text
  return {
    bold: toned(1, 22),
    dim: toned(2, 22),
    red: toned(31, 39),
    green: toned(32, 39),
    yellow: toned(33, 39),
  }
}

/** Local time to the second, in the one form that sorts. */
export function clock(at: number): string {
  const time = new Date(at)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
}
