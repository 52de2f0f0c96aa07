// A line as words and operators, read so that every shell reads it alike, or with a doubt. It
// decides nothing about what a line means: it says whether there is one reading.
import { readDollar, readBackquotes } from './read-dollar.ts'
import { readWord } from './read-word.ts'
import { doubt, match, readerWithin, take, type Reader, type Token } from './reader.ts'

type HereDocument = { readonly delimiter: string; readonly quoted: boolean; readonly tabs: boolean }

/** Reckoning, or for another shell two brackets. Nothing in it is a word of its own. */
const ARITHMETIC = /\(\([\w\s+\-*/%<>=!&|^~?:,;.$]*\)\)/y

/** Up to the end, or to the bracket that closes a substitution. */
function readTokens(reader: Reader, nested: boolean): void {
  const tokens: Token[] = []
  reader.lists.push(tokens)
  let waiting: HereDocument[] = []
  let open = 0
  for (;;) {
    take(reader, /(?:[ \t]|\\\n)+/y)
    const char = reader.source[reader.at]
    if (char === undefined) {
      if (nested || waiting.length > 0) doubt(reader, 'strange')
      return
    }
    if (char === '\n') {
      reader.at++
      for (const each of waiting) readBody(reader, each)
      waiting = []
      tokens.push({ kind: 'operator', text: '\n' })
    } else if (char === '#') readComment(reader, nested)
    else if (match(reader, /\d*(?:<<-?(?!<)|<<<|[<>])(?!\()|&>/y) !== null) {
      const here = readRedirect(reader, tokens)
      if (here !== null) waiting.push(here)
    } else if (match(reader, ARITHMETIC) !== null) {
      doubt(reader, 'loose')
      tokens.push({ kind: 'operator', text: take(reader, ARITHMETIC) as string })
    } else if (/[;&|()]/.test(char)) {
      const text = take(reader, /;;&|;;|;&|&&|\|\||\|&|[;&|()]/y) as string
      if (text === ')' && nested && open === 0) {
        if (waiting.length > 0) doubt(reader, 'strange')
        return
      }
      open += text === '(' ? 1 : text === ')' ? -1 : 0
      if (text.length > 1 && text !== '&&' && text !== '||') doubt(reader, 'loose')
      if (text === '(' || text === ')') doubt(reader, 'foreign')
      // In the midst of letters it is one of them, for a shell for people.
      if (text === '&' && !/[\s;&|]/.test(reader.source[reader.at] ?? ' ')) doubt(reader, 'foreign')
      // Words of one shell for leaving a program alone, and for flags of a pattern.
      if (text === '&' && /[!|]/.test(reader.source[reader.at] ?? '')) doubt(reader, 'strange')
      if (text === '(' && reader.source[reader.at] === '#') doubt(reader, 'strange')
      tokens.push({ kind: 'operator', text })
    } else {
      const word = readWord(reader)
      // Brackets of its own are in it, which shells count in different ways.
      if (nested && word.text === 'case') doubt(reader, 'strange')
      tokens.push({ kind: 'word', ...word })
    }
  }
}

function readComment(reader: Reader, nested: boolean): void {
  const text = take(reader, /#[^\n]*/y) as string
  doubt(reader, 'foreign')
  if (nested && /['"`()\\]/.test(text)) doubt(reader, 'strange')
}

function readRedirect(reader: Reader, tokens: Token[]): HereDocument | null {
  // Numbers between the two: a pattern of one shell, a file to read for the others.
  if (match(reader, /<\d*-\d*>/y) !== null) doubt(reader, 'strange')
  const text = take(reader, /\d*(?:<<-|<<<|<<|<&|<>|<|>>|>&|>\||>)|&>>|&>/y) as string
  if (/^\d\d/.test(text) || text.startsWith('&') || text.endsWith('<<<')) doubt(reader, 'loose')
  // A pipe, for a shell for people.
  if (text.endsWith('>|')) doubt(reader, 'foreign')
  if (/[!|&]/.test(reader.source[reader.at] ?? '')) doubt(reader, 'strange')
  if (!/^\d*<<-?$/.test(text)) {
    tokens.push({ kind: 'redirect', text })
    return null
  }
  // What it is given is no word of it, and no part.
  doubt(reader, 'loose')
  const found = match(
    reader,
    /[ \t]*(?:'([\w.-]+)'|"([\w.-]+)"|\\([\w.-]+)|([\w.-]+))(?=[\s;&|<>()]|$)/y,
  )
  if (found === null) {
    doubt(reader, 'strange')
    return null
  }
  reader.at += found[0].length
  const [, single, double, slashed, bare] = found
  return {
    delimiter: single ?? double ?? slashed ?? bare ?? '',
    quoted: bare === undefined,
    tabs: text.endsWith('-'),
  }
}

/**
 * The line that ends it is looked for as it is written; what is expanded in it has to end before.
 */
function readBody(reader: Reader, { delimiter, quoted, tabs }: HereDocument): void {
  const from = reader.at
  for (;;) {
    if (reader.at >= reader.source.length) return doubt(reader, 'strange')
    const end = reader.source.indexOf('\n', reader.at)
    const line = reader.source.slice(reader.at, end < 0 ? undefined : end)
    const start = reader.at
    reader.at = end < 0 ? reader.source.length : end + 1
    if ((tabs ? line.replace(/^\t+/, '') : line) !== delimiter) continue
    if (!quoted) readText(readerWithin(reader.source.slice(from, start), reader))
    return
  }
}

function readText(reader: Reader): void {
  while (reader.at < reader.source.length) {
    const char = reader.source[reader.at]
    if (char === '$') readDollar(reader, 'text')
    else if (char === '`') readBackquotes(reader)
    else if (char === '\\') {
      // A line that goes on is put together before the end is looked for, or after.
      if (reader.source[reader.at + 1] === '\n') doubt(reader, 'strange')
      reader.at += 2
    } else reader.at++
  }
}

const readerOf = (source: string): Reader => ({
  source,
  at: 0,
  doubts: new Set(),
  lists: [],
  line: readTokens,
})

/** The whole of a line. */
export function readLine(source: string): Pick<Reader, 'doubts' | 'lists'> {
  const reader = readerOf(source)
  readTokens(reader, false)
  return reader
}

/**
 * What every shell makes of this text as one word; null where they do not agree, or where it is
 * more or less than one.
 */
export function plainValue(text: string): string | null {
  const reader = readerOf(text)
  const { value } = readWord(reader)
  return reader.at === text.length && !reader.doubts.has('strange') && !reader.doubts.has('loose')
    ? value
    : null
}
