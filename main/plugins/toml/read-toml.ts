// TOML text to plain values, and where each of them and each key is. Pure.
import { getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser'
import type { AST } from 'toml-eslint-parser'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'

/** From 1. */
export type Position = { readonly line: number; readonly column: number }

export type TomlTable = { readonly [key: string]: unknown }

export type ReadToml = {
  readonly value: TomlTable
  /** Where a value is; of one that is missing, its nearest parent. */
  readonly valueAt: (path: readonly PropertyKey[]) => Position
  /** A number as its digits are in the file; null: no number is there. */
  readonly numberAt: (path: readonly PropertyKey[]) => string | null
  /** Where a key is written. */
  readonly keyAt: (path: readonly PropertyKey[], key: string) => Position
}

export type TomlFault = Position & { readonly text: string }

/** Deeper than any file that people write; a parser must not be led further. */
const DEEPEST = 64
const LONGEST_TEXT = 65_536

const tooManyParts = `A key has more than ${DEEPEST} parts.`

type Positions = Map<
  string,
  { readonly key: Position; readonly value: Position; readonly number?: string }
>
type Path = readonly (string | number)[]

const TOP: Position = { line: 1, column: 1 }

export function readToml(text: string): Result<ReadToml, TomlFault> {
  const hostileText = bomb(text)
  if (hostileText !== null) return err(hostileText)
  let program: AST.TOMLProgram
  try {
    program = parseTOML(text.replace(/^\uFEFF/, ''), { tomlVersion: '1.0' })
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    return err({
      ...faultAt(text, error.message, { line: error.lineNumber, column: error.column + 1 }),
      text: `The file is not valid TOML: ${error.message.replace(/\.$/, '')}.`,
    })
  }
  const positions: Positions = new Map()
  const hostile = note(program.body[0].body, positions)
  if (hostile !== null) return err(hostile)
  const value = plain(getStaticTOMLValue(program)) as TomlTable
  const find = (path: readonly PropertyKey[]) => positions.get(keyOf(path))
  return ok({
    value,
    valueAt(path) {
      for (let length = path.length; length > 0; length -= 1) {
        const found = find(path.slice(0, length))
        if (found !== undefined) return found.value
      }
      return TOP
    },
    numberAt: (path) => find(path)?.number ?? null,
    keyAt: (path, key) => find([...path, key])?.key ?? TOP,
  })
}

/** As the parser says them. */
const NOTICED_LATE: ReadonlySet<string> = new Set([
  'Expected equal (=) token',
  'The key, equals sign, and value must be on the same line',
  'Unexpected character',
  'Unspecified values are invalid',
  'Unterminated table-key',
])

/**
 * A key that lacks its value, and a table its bracket, are noticed at what comes next, which may be
 * lines further down; what lacks something is the line before.
 */
function faultAt(text: string, said: string, noticed: Position): Position {
  if (!NOTICED_LATE.has(said)) return noticed
  const lines = text.split(/\r?\n/).slice(0, noticed.line)
  const here = lines.at(-1)?.slice(0, noticed.column - 1)
  if (here?.trim() !== '') return noticed
  const before = lines.slice(0, -1)
  const line = before.findLastIndex((one) => isUnfinished(one))
  const between = before.slice(line + 1)
  if (line < 0 || between.some((one) => !isEmpty(one))) return noticed
  return { line: line + 1, column: withoutComment(before[line] ?? '').length + 1 }
}

const withoutComment = (line: string): string => line.replace(/#[^"']*$/, '').trimEnd()
const isEmpty = (line: string): boolean => withoutComment(line) === ''
/** A key without a value, or the head of a table without its end. */
const isUnfinished = (line: string): boolean =>
  /^\s*(?:[\w."'-]+\s*=?|\[[\w."' -]*)$/.test(withoutComment(line))

const keyOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String))

const positionOf = ({ loc: { start } }: AST.TOMLNode): Position => ({
  line: start.line,
  column: start.column + 1,
})

const nameOf = (key: AST.TOMLBare | AST.TOMLQuoted): string =>
  key.type === 'TOMLBare' ? key.name : key.value

/** Notes where everything is. Gives a key back that no object may have. */
function note(body: readonly (AST.TOMLKeyValue | AST.TOMLTable)[], positions: Positions) {
  let hostile: TomlFault | null = null
  const put = (path: Path, key: Position, value: Position): void => {
    // The first place of a table is where a person looks for it.
    if (!positions.has(keyOf(path))) positions.set(keyOf(path), { key, value })
  }
  const keys = (base: Path, { keys: parts }: AST.TOMLKey, value: Position): Path => {
    let path = base
    const first = parts[0]
    if (parts.length > DEEPEST && first !== undefined)
      hostile ??= { ...positionOf(first), text: tooManyParts }
    for (const [at, part] of parts.slice(0, DEEPEST).entries()) {
      const name = nameOf(part)
      if (name === '__proto__')
        hostile ??= { ...positionOf(part), text: 'A key cannot be called __proto__.' }
      path = [...path, name]
      put(path, positionOf(part), at === parts.length - 1 ? value : positionOf(part))
    }
    return path
  }
  const content = (path: Path, node: AST.TOMLContentNode): void => {
    const found = positions.get(keyOf(path))
    if (found !== undefined && node.type === 'TOMLValue' && 'number' in node)
      positions.set(keyOf(path), { ...found, number: node.number })
    if (node.type === 'TOMLArray')
      for (const [at, element] of node.elements.entries()) {
        put([...path, at], positionOf(element), positionOf(element))
        content([...path, at], element)
      }
    if (node.type === 'TOMLInlineTable') for (const pair of node.body) keyValue(path, pair)
  }
  const keyValue = (base: Path, { key, value }: AST.TOMLKeyValue): void =>
    content(keys(base, key, positionOf(value)), value)
  for (const node of body) {
    if (node.type === 'TOMLKeyValue') keyValue([], node)
    else {
      // Of an array of tables the resolved key has the number; the keys as written do not.
      const parts = node.key.keys
      let written = 0
      const [first] = parts
      if (parts.length > DEEPEST && first !== undefined)
        hostile ??= { ...positionOf(first), text: tooManyParts }
      for (const [at, step] of node.resolvedKey.slice(0, 2 * DEEPEST).entries()) {
        const part = parts[Math.min(written, parts.length - 1)]
        if (part === undefined) continue
        const path = node.resolvedKey.slice(0, at + 1)
        put(path, positionOf(part), positionOf(part))
        if (step === '__proto__')
          hostile ??= { ...positionOf(part), text: 'A key cannot be called __proto__.' }
        if (typeof step === 'string') written += 1
      }
      for (const pair of node.body) keyValue(node.resolvedKey, pair)
    }
  }
  return hostile as TomlFault | null
}

/** Ordinary objects; dates as their text, which no key of ours takes. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}

/**
 * What a parser must not be led into, found before it begins: brackets in brackets, outside of texts
 * and comments, and a text that is longer than its stack takes.
 */
function bomb(text: string): TomlFault | null {
  let depth = 0
  const fault = (at: number, said: string): TomlFault => {
    const before = text.slice(0, at)
    return { line: before.split('\n').length, column: at - before.lastIndexOf('\n'), text: said }
  }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '[' || letter === '{') depth += 1
    else if (letter === ']' || letter === '}') depth = Math.max(0, depth - 1)
    else if (letter === '#') at = endOf(text, '\n', at + 1)
    else if (letter === '"' || letter === "'") {
      const end = textEnd(text, at)
      if (end - at > LONGEST_TEXT)
        return fault(at, `A text in the file is longer than ${LONGEST_TEXT} characters.`)
      at = end
    }
    if (depth > DEEPEST) return fault(at, `The file nests lists and tables deeper than ${DEEPEST}.`)
  }
  return null
}

/** Where a text that begins at `from` ends. */
function textEnd(text: string, from: number): number {
  const quote = text[from] ?? ''
  const long = text.startsWith(quote.repeat(3), from)
  const close = long ? quote.repeat(3) : quote
  for (let at = from + close.length; at < text.length; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1
    else if (text.startsWith(close, at)) return at + close.length - 1
    else if (!long && text[at] === '\n') return at
  }
  return text.length
}

function endOf(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from)
  return found < 0 ? text.length : found
}
