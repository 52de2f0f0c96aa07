// One word of a line, read so that every shell reads it alike, or not at all.
import { readBackquotes, readDollar } from './read-dollar.ts'
import { doubt, match, take, type PlainWord, type Reader } from './reader.ts'

type PartialPart = { value: string | null; quoted: boolean; braces: number }

/** Ends where a blank, an operator or a redirection begins. */
export function readWord(reader: Reader): PlainWord {
  const from = reader.at
  const partial: PartialPart = { value: '', quoted: false, braces: 0 }
  const add = (text: string | null): void =>
    void (partial.value = partial.value === null || text === null ? null : partial.value + text)
  for (;;) {
    // Characters that mean themselves everywhere, at once.
    const bare = take(reader, /[A-Za-z0-9_./-]+/y)
    if (bare !== null) add(bare)
    const char = reader.source[reader.at]
    if (char === undefined || /[ \t\n;&|)]/.test(char)) break
    if (char === '<' || char === '>') {
      if (reader.source[reader.at + 1] !== '(') break
      // A program in the place of a file: no word for a plain shell.
      doubt(reader, 'loose')
      // Behind a number it is one, or else a redirection and a group.
      if (reader.at > from) doubt(reader, 'strange')
      reader.at += 2
      reader.line(reader, true)
      add(null)
    } else if (char === '(') {
      const text = reader.source.slice(from, reader.at)
      if (!readAttached(reader, text)) break
      add(null)
      if (!text.endsWith('=')) break
    } else add(readPiece(reader, char, from, partial))
  }
  const text = reader.source.slice(from, reader.at)
  // Before a redirection it is a name for the file, in some also with blanks between.
  if (/^\{\w*\}$/.test(text) && match(reader, /(?:[ \t]|\\\n)*(?:[<>]|&>)/y) !== null)
    doubt(reader, 'loose')
  noteForeign(reader, text, partial)
  return { text, value: partial.value, quoted: partial.quoted }
}

/**
 * A bracket without a blank before it: a list of values, a function, or else a pattern that can run
 * something.
 */
function readAttached(reader: Reader, text: string): boolean {
  doubt(reader, 'loose')
  if (/^[A-Za-z_][\w.-]*$/.test(text) && take(reader, /\(\s*\)/y) !== null) return true
  if (/^[A-Za-z_]\w*\+?=$/.test(text)) {
    reader.at++
    reader.line(reader, true)
    return true
  }
  doubt(reader, 'strange')
  reader.at++
  return true
}

function readPiece(
  reader: Reader,
  char: string,
  from: number,
  partial: PartialPart,
): string | null {
  const before = reader.at === from ? '' : (reader.source[reader.at - 1] as string)
  const next = reader.source[reader.at + 1]
  switch (char) {
    case "'":
      partial.quoted = true
      return readSingle(reader)
    case '"':
      partial.quoted = true
      return readDouble(reader)
    case '\\':
      partial.quoted = true
      doubt(reader, 'foreign')
      if (next === undefined) doubt(reader, 'strange')
      reader.at += 2
      return next === '\n' ? '' : (next ?? null)
    case '$':
      return readDollar(reader, 'word')
    case '`':
      return readBackquotes(reader)
  }
  reader.at++
  switch (char) {
    case '*':
    case '?':
      return null
    case '[':
      // Alone it is a program.
      return before === '' && (next === undefined || /[ \t\n]/.test(next)) ? char : null
    case '~':
      // Also behind an equals sign or a colon, for some.
      return partial.value === '' || before === '=' || before === ':' ? null : char
    case '=':
      // Some put the place of a program there.
      return partial.value === '' && next !== undefined && !/[\s;&|<>()]/.test(next) ? null : char
    case '{':
      partial.braces++
      doubt(reader, 'foreign')
      reader.at--
      if (match(reader, /\{[^\s]*(?:,|\.\.)/y) !== null) partial.value = null
      reader.at++
      return char
    case '}':
      doubt(reader, 'foreign')
      if (--partial.braces >= 0 || before === '') return char
      doubt(reader, 'loose')
      return null
    case '!':
      doubt(reader, 'foreign')
      return char
    default:
      return char
  }
}

function readSingle(reader: Reader): string | null {
  const end = reader.source.indexOf("'", reader.at + 1)
  const text = reader.source.slice(reader.at + 1, end < 0 ? undefined : end)
  if (end < 0) doubt(reader, 'strange')
  // A backslash before a backslash or at the end; what another would take for two commands or for a
  // variable.
  if (/\\\\|\\$|[&|<>^%]/.test(text)) doubt(reader, 'foreign')
  reader.at = end < 0 ? reader.source.length : end + 1
  return end < 0 ? null : text
}

function readDouble(reader: Reader): string | null {
  let value: string | null = ''
  reader.at++
  for (;;) {
    const char = reader.source[reader.at]
    if (char === undefined) {
      doubt(reader, 'strange')
      return null
    }
    let piece: string | null = char
    if (char === '"') {
      reader.at++
      return value
    } else if (char === '$') piece = readDollar(reader, 'quotes')
    else if (char === '`') piece = readBackquotes(reader)
    else if (char === '\\') {
      doubt(reader, 'foreign')
      const next = reader.source[reader.at + 1] ?? ''
      piece = next === '\n' ? '' : /["$`\\]/.test(next) ? next : `\\${next}`
      reader.at += 2
    } else {
      if (char === '!' || char === '%') doubt(reader, 'foreign')
      reader.at++
    }
    value = value === null || piece === null ? null : value + piece
  }
}

/** What PowerShell, fish, cmd or a shell for people would take for something else than a word. */
function noteForeign(reader: Reader, text: string, { value }: PartialPart): void {
  const odd =
    value === '' ||
    /["]|\\$/.test(value ?? '') ||
    /^[@^]|^--%$|^-[A-Za-z]\w*\.|^%/.test(text) ||
    /[‘’‚‛“”„–—―\u0085\u00a0]/.test(text) ||
    /[,^%]/.test(text.replace(/'[^']*'|"[^"]*"/g, ''))
  if (odd) doubt(reader, 'foreign')
}
