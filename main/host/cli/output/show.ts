// Text for a terminal: columns, colours, and no character that hides or moves another.
import { HIDDEN_CHARACTERS } from '../../../../contract/hidden-characters.ts'
import { lookAlikes } from '../../../../contract/look-alikes.ts'
import { widthOf } from './width.ts'

/**
 * Hidden characters, and marks over nothing or in a pile: a terminal leaves out the third of them. Made with the
 * first text that is not plain, because it is long to make.
 */
let hidden: RegExp | null = null
const hiddenNow = (): RegExp =>
  (hidden ??= new RegExp(
    String.raw`[${HIDDEN_CHARACTERS}]|(?<![\p{L}\p{N}\p{P}\p{S}\p{M}])\p{M}|(?<=\p{M}\p{M})\p{M}`,
    'gu',
  ))
const plainLine = /^[ -~]*$/

const escaped = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/**
 * One line: everything hidden is written out, line ends too, and so are letters that are drawn like
 * others inside a word. Words of another script are words.
 */
export const visible = (text: string): string => written(text, true, inLine)

/** As `visible`, for names, paths and commands: a word that only looks like a Latin one is written out too. */
export const exact = (text: string): string => written(text, false, inLine)

/** As `visible`, of many lines: line ends and tabs stay what they are. */
export const visibleLines = (text: string): string => written(unixLines(text), true, inLines)

/** As `exact`, of many lines. */
export const exactLines = (text: string): string => written(unixLines(text), false, inLines)

const unixLines = (text: string): string => text.replaceAll('\r\n', '\n')
const inLine = (found: string): string =>
  found === '\n' ? '\\n' : found === '\t' ? '\\t' : escaped(found)
const inLines = (found: string): string =>
  found === '\n' || found === '\t' ? found : escaped(found)

function written(text: string, prose: boolean, shown: (found: string) => string): string {
  if (plainLine.test(text)) return text
  const alike = lookAlikes(text, prose)
  let marked = alike.size === 0 ? text : ''
  let at = 0
  if (alike.size > 0)
    for (const character of text) {
      marked += alike.has(at) ? escaped(character) : character
      at += character.length
    }
  return marked.replaceAll(hiddenNow(), shown)
}

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
