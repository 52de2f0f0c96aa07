// Secrets in tables: a line of names, one of which is that of a secret, and lines with as many cells
// below it. Values by commas, semicolons or tabs, Markdown, and what database clients print.
import type { Finding } from '../known-secrets.ts'
import type { Window } from '../chunker.ts'
import { SETTING_RULE } from './settings.ts'
import { lineEnd, looksRandom, mayBePassword } from './setting-values.ts'

const SECRET_NAME =
  /^[\w.-]{0,40}(?:passw(?:or)?d|passwort|passphrase|pwd|secret|token|api[ _-]?key|apikey|access[ _-]?key|private[ _-]?key|secret[ _-]?key)$/i
/** A name of a column; a text in code or in a sentence has other signs. */
const NAME = /^[\w.-]{1,40}(?: [\w.-]{1,20})?$/
const SIGNS = ['\t', ';', '|', ','] as const
const MOST_CELLS = 64

type Cell = { readonly start: number; readonly end: number }

type Cut = (text: string, from: number, to: number) => readonly Cell[]
type Table = { readonly cut: Cut; readonly count: number; readonly wanted: readonly number[] }

/**
 * For the windows of one text in their order: a table goes on from one to the next, and the names may
 * be the last line of the one before. Linear: a line is cut into cells once, and looked at only where
 * a name is the end of a cell, or below such a one.
 */
export function openTables(): (window: Window) => Finding[] {
  let table: Table | null = null
  let head = ''
  return ({ text: own, from, to }) => {
    // A piece of a long line.
    if (from > 0 || to < own.length) {
      table = null
      head = ''
      return []
    }
    const text = head + own
    const shift = head.length
    const found: Finding[] = []
    let at = 0
    head = ''
    while (at < text.length) {
      if (table !== null) {
        const rows = rowsOf(text, at, table)
        for (const { start, end } of rows.cells)
          if (start >= shift && isSecret(text.slice(start, end)))
            found.push({ start: start - shift, end: end - shift, name: SETTING_RULE })
        at = rows.end
        if (at < text.length) table = null
        continue
      }
      HEADER.lastIndex = at
      const match = HEADER.exec(text)
      if (match === null) break
      const start = text.lastIndexOf('\n', match.index) + 1
      const end = lineEnd(text, start)
      const next = nextLine(text, end)
      if (next >= text.length) head = end - start < 1_024 ? text.slice(start) : ''
      else table = tableAt(text, start, end, next)
      at = Math.max(next, match.index + match[0].length)
    }
    return found
  }
}

/** A name of a secret at the end of a cell. */
const HEADER =
  /(?:passw(?:or)?d|passwort|passphrase|pwd|secret|token|key)["'`]?(?:[ \t]*[;|,\r\n]|[ \t]{2}|\t|[ \t]*$)/gi

const isSecret = (text: string): boolean =>
  !/\s/.test(text) &&
  mayBePassword({ text, start: 0, end: 0, quoted: true }) &&
  (text.length >= 6 || looksRandom(text))

const nextLine = (text: string, end: number): number => end + (text.startsWith('\r\n', end) ? 2 : 1)

/** Null: the line is none of names, one of which is that of a secret. */
function tableAt(text: string, at: number, end: number, next: number): Table | null {
  const ruled = ruledColumns(text, next)
  const line = text.slice(at, end)
  const sign = ruled === null ? SIGNS.find((each) => line.includes(each)) : undefined
  if (ruled === null && sign === undefined) return null
  const cut: Cut =
    ruled === null
      ? (all, from, to) => cellsOf(all, from, to, sign ?? ',')
      : (all, from, to) => ruled.map((column) => within(all, column, from, to))
  const names = cut(text, at, end).map(({ start, end: close }) => text.slice(start, close))
  const filled = names.filter((name) => name !== '')
  const wanted = names.flatMap((name, index) => (SECRET_NAME.test(name) ? [index] : []))
  // `f(user,password)`, or a sentence with commas.
  const isHeader =
    wanted.length > 0 &&
    filled.length > 1 &&
    names.length <= MOST_CELLS &&
    filled.every((name) => NAME.test(name)) &&
    (sign !== ',' || !/^[ \t]|, |,$|^[^,"]* /.test(line))
  return isHeader ? { cut, count: names.length, wanted } : null
}

/** The wanted cells from here on, and where the first line is that is none of the table. */
function rowsOf(
  text: string,
  at: number,
  { cut, count, wanted }: Table,
): { readonly cells: readonly Cell[]; readonly end: number } {
  const cells: Cell[] = []
  let from = at
  while (from < text.length) {
    const to = lineEnd(text, from)
    if (to === from) break
    if (!/^[-+=:|\s]*$/.test(text.slice(from, to))) {
      const found = cut(text, from, to)
      if (found.length !== count) break
      cells.push(...wanted.flatMap((index) => found[index] ?? []))
    }
    from = nextLine(text, to)
  }
  return { cells, end: from }
}

/** Without white space, quotes and the signs at both ends of a line of Markdown. */
function cellsOf(text: string, from: number, to: number, sign: string): readonly Cell[] {
  const cells: Cell[] = []
  let start = from
  let quoted = false
  for (let at = from; at <= to; at++) {
    if (at < to && text[at] === '"') quoted = !quoted
    if (at < to && (quoted || text[at] !== sign)) continue
    cells.push(within(text, { start: start - from, end: at - from }, from, to))
    start = at + 1
    quoted = false
  }
  return cells
}

function within(text: string, column: Cell, from: number, to: number): Cell {
  let start = Math.min(from + column.start, to)
  let end = Math.min(from + column.end, to)
  while (start < end && /\s/.test(text[start] ?? '')) start++
  while (end > start && /\s/.test(text[end - 1] ?? '')) end--
  const isQuoted =
    end - start > 1 && /^["'`]$/.test(text[start] ?? '') && text[start] === text[end - 1]
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end }
}

/** Columns under each run of dashes of a line that has nothing else; each reaches to the next. */
function ruledColumns(text: string, at: number): readonly Cell[] | null {
  const line = text.slice(at, lineEnd(text, at))
  if (!/^ {0,3}[-=]{2,}(?: +[-=]{2,})+ *$/.test(line)) return null
  const starts = Array.from(line.matchAll(/[-=]+/g), ({ index }) => index)
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? 4_096 }))
}
