// What follows a dollar sign or is in backquotes. Only forms that every shell ends at the same
// place are let through.
import { doubt, match, readerWithin, take, type Reader } from './reader.ts'

/** text: quotes and backslashes are characters there, as in a here-document. */
export type Around = 'word' | 'quotes' | 'text'

/**
 * Text in which the dollar sign is a plain character; null for what is known only while it runs.
 */
export function readDollar(reader: Reader, around: Around): string | null {
  const next = reader.source[reader.at + 1]
  if (next === "'" && around === 'word') return readAnsi(reader)
  if (next === '"' && around === 'word') {
    // A text to be translated, or a dollar sign before a text: it ends at the same place.
    reader.at++
    return null
  }
  if (next === '(') return readParens(reader)
  if (next === '{') return readBraces(reader, around)
  if (next === '[') doubt(reader, 'strange')
  if (take(reader, /\$(?:[A-Za-z_]\w*|[0-9@*#?$!-])/y) !== null) {
    // One shell takes this for a subscript, and reckons it.
    if (reader.source[reader.at] === '[') doubt(reader, 'strange')
    return null
  }
  // Between a dollar sign and a name one shell takes signs for what to do with the value: to look it up as
  // a pattern, which may run a command, or to part it.
  if (match(reader, /\$[~=^+]+[\w@*#?$!{(-]/y) !== null) doubt(reader, 'strange')
  reader.at++
  if (next === undefined || /[\s/.,"']/.test(next)) return '$'
  return null
}

/**
 * `$'…'` ends for one shell at the first quote, for another at the first that has no backslash
 * before it.
 */
function readAnsi(reader: Reader): null {
  const bash = match(reader, /\$'(?:[^'\\]|\\[^])*'/y)?.[0]
  const plain = match(reader, /\$'[^']*'/y)?.[0]
  if (bash === undefined || plain === undefined || bash !== plain) doubt(reader, 'strange')
  reader.at += (bash ?? '$').length
  return null
}

function readParens(reader: Reader): null {
  if (reader.source[reader.at + 2] !== '(') {
    reader.at += 2
    if (reader.source[reader.at] === '#') doubt(reader, 'strange')
    reader.line(reader, true)
    return null
  }
  // Without quotes in it there is one place where it can end; another reading would have to end
  // there too.
  let depth = 0
  for (let at = reader.at + 1; at < reader.source.length; at++) {
    const char = reader.source[at] as string
    if (char === '(') depth++
    else if (char === ')') depth--
    else if (
      !/[\w\s+\-*/%<>=!&|^~?:,.#$[\]{}]/.test(char) ||
      (char === '{' && reader.source[at - 1] !== '$')
    )
      break
    if (char === '[') doubt(reader, 'loose')
    if (char === '#' || char === '\n') doubt(reader, 'strange')
    if (depth !== 0) continue
    if (reader.source[at - 1] !== ')') break
    reader.at = at + 1
    return null
  }
  doubt(reader, 'strange')
  reader.at += 3
  return null
}

const HEAD = /\$\{(?:!(?:[A-Za-z_]\w*|\d+)|#?(?:[A-Za-z_]\w*|\d+|[@*#?$!-]))(\[(?:@|\*|\w+)\])?/y
const PLAIN_OPERATOR = /:?[-=?+]|##?|%%?/y

function readBraces(reader: Reader, around: Around): null {
  const head = match(reader, HEAD)
  if (head === null) {
    doubt(reader, 'strange')
    reader.at += 2
    return null
  }
  reader.at += head[0].length
  if (head[1] !== undefined || head[0].startsWith('${!')) doubt(reader, 'loose')
  if (reader.source[reader.at] !== '}' && take(reader, PLAIN_OPERATOR) === null) {
    // Cutting, replacing, changing case: only some shells know these, and others give up.
    doubt(reader, 'loose')
    if (take(reader, /[:/^,@]/y) === null) doubt(reader, 'strange')
  }
  readOperand(reader, around)
  return null
}

/**
 * Up to the brace that ends it. In quotes and here-documents a quote is a quote for one shell and a
 * character for another.
 */
function readOperand(reader: Reader, around: Around): void {
  for (;;) {
    const char = reader.source[reader.at]
    if (char === '}') {
      reader.at++
      return
    }
    if (char === undefined || char === '\n' || /[`()<>;&|{]/.test(char))
      return doubt(reader, 'strange')
    if (char === '$') {
      if (/['"]/.test(reader.source[reader.at + 1] ?? '')) doubt(reader, 'strange')
      readDollar(reader, around === 'text' ? 'text' : 'quotes')
    } else if (char === '"' || char === "'") {
      const pair =
        around === 'text' ? null : take(reader, /(["'])(?:[\w \t./:=+,@%*?^~#!-]|\$\w)*\1/y)
      if (pair === null) return doubt(reader, 'strange')
    } else if (char === '\\') {
      if (/["'`{}\n\\$]/.test(reader.source[reader.at + 1] ?? '\n')) return doubt(reader, 'strange')
      reader.at += 2
    } else reader.at++
  }
}

/** Backquotes are read a second time inside; only what reads alike both times is let through. */
export function readBackquotes(reader: Reader): null {
  const found = take(reader, /`[^`\\'"#(){}<]*`/y)
  doubt(reader, 'foreign')
  if (found === null) {
    doubt(reader, 'strange')
    reader.at++
  } else reader.line(readerWithin(found.slice(1, -1), reader), false)
  return null
}
