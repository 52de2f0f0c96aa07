// JSON with comments, edited as text: what is not ours keeps its bytes, comments and trailing
// commas too.
import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser'
import type { Failure } from '../../../../contract/failure.ts'
import type { Json } from '../../../../contract/json.ts'
import { ok, type Result } from '../../../../contract/result.ts'
import { isObject } from '../../../../contract/is-object.ts'
import {
  at,
  eolOf,
  malformed,
  same,
  unfit,
  withEntry,
  type Editor,
  type Entry,
} from '../entry-editor.ts'

const lenient = { allowTrailingComma: true, disallowComments: false, allowEmptyContent: true }

/** Nested deeper than this, the parser would run out of stack. */
const DEEPEST = 500

export const jsonEditor: Editor = {
  read(text) {
    const tree = treeOf(text)
    return tree.ok ? ok(tree.value === null ? {} : (getNodeValue(tree.value) as unknown)) : tree
  },

  insert(text, entry) {
    const body = text.startsWith('\uFEFF') ? text.slice(1) : text
    const bom = text.slice(0, text.length - body.length)
    const tree = treeOf(body)
    if (!tree.ok) return tree
    const wanted = withEntry(tree.value === null ? {} : getNodeValue(tree.value), entry)
    if (wanted === null) return unfit(`another value is at ${entry.path.join('.')} or above it`)
    const eol = eolOf(body)
    const next = tree.value === null ? fresh(body, entry, eol) : into(body, tree.value, entry, eol)
    const after = treeOf(next)
    // The text is believed only where a parser reads out of it what was wanted, and nothing else.
    if (!after.ok || after.value === null || !same(getNodeValue(after.value), wanted))
      return unfit('the file has an unusual form')
    return ok(bom + next)
  },

  remove(text, entry, created) {
    const body = text.startsWith('\uFEFF') ? text.slice(1) : text
    const bom = text.slice(0, text.length - body.length)
    const tree = treeOf(body)
    if (!tree.ok) return tree
    const index = entry.kind === 'member' ? null : resolvedIn(tree.value, entry)
    if (
      tree.value === null ||
      index === -1 ||
      (index === null && at(dataOf(tree.value), entry.path) === undefined)
    )
      return ok(text)
    let next = cutOut(body, tree.value, entry.path, index)
    for (const path of created.toReversed()) {
      const now = treeOf(next)
      if (!now.ok) return unfit('our entry cannot be identified')
      const left = at(dataOf(now.value), path)
      const empty = Array.isArray(left)
        ? left.length === 0
        : isObject(left) && Object.keys(left).length === 0
      if (empty && now.value !== null) next = cutOut(next, now.value, path, null)
    }
    const after = treeOf(next)
    return after.ok ? ok(bom + next) : unfit('our entry cannot be identified')
  },
}

const dataOf = (tree: Node | null): unknown =>
  tree === null ? {} : (getNodeValue(tree) as unknown)

const resolvedIn = (tree: Node | null, { path, value }: Entry): number => {
  const list = at(dataOf(tree), path)
  return Array.isArray(list) ? list.findIndex((each) => same(each, value)) : -1
}

/** Null for an empty file. */
function treeOf(text: string): Result<Node | null, Failure> {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (deepest(body) > DEEPEST) return malformed(`it is nested deeper than ${DEEPEST} levels`)
  const errors: ParseError[] = []
  const tree = parseTree(body, errors, lenient)
  const [first] = errors
  if (first !== undefined) {
    const line = body.slice(0, first.offset).split('\n').length
    return malformed(`${printParseErrorCode(first.error)} in line ${line}`)
  }
  if (tree === undefined) return ok(null)
  return tree.type === 'object' ? ok(tree) : malformed('it is not an object')
}

/**
 * Without what is under a path, or one element of the list there, and without the comma and the
 * line that it leaves.
 */
function cutOut(body: string, root: Node, path: readonly string[], index: number | null): string {
  const found = findNodeAtLocation(root, [...path, ...(index === null ? [] : [index])])
  const child = index === null ? found?.parent : found
  const container = child?.parent
  if (child === undefined || container?.children === undefined) return body
  const position = container.children.indexOf(child)
  const [before, after] = [container.children[position - 1], container.children[position + 1]]
  const end = child.offset + child.length
  const close = after?.offset ?? container.offset + container.length - 1
  const comma = commaAfter(body, end, close)
  const prefix =
    before === undefined ? null : commaAfter(body, before.offset + before.length, child.offset)
  const cut = comma === null ? end : comma + 1
  const from = blankBefore(body, child.offset)
  const to =
    from < child.offset && /^[ \t]*\r?\n/.test(body.slice(cut))
      ? cut + (body.slice(cut).match(/^[ \t]*/)?.[0].length ?? 0)
      : cut
  const head =
    comma === null && prefix !== null
      ? body.slice(0, prefix) + body.slice(prefix + 1, from)
      : body.slice(0, from)
  return head + body.slice(to)
}

/**
 * Where the line before this place ends, if there is only white space between; else the place
 * itself.
 */
function blankBefore(body: string, offset: number): number {
  const blank = /\r?\n[ \t]*$/.exec(body.slice(0, offset))
  return blank === null ? offset : blank.index
}

/** Of brackets, whatever they are in: never less than the true depth. */
function deepest(text: string): number {
  let [now, most] = [0, 0]
  for (const character of text) {
    if (character === '{' || character === '[') most = Math.max(most, ++now)
    else if (character === '}' || character === ']') now--
  }
  return most
}

const nested = (path: readonly string[], { kind, value }: Entry): Json =>
  path.reduceRight<Json>((below, key) => ({ [key]: below }), kind === 'member' ? value : [value])

/** A file with nothing in it but perhaps comments: they stay above. */
function fresh(body: string, entry: Entry, eol: string): string {
  const head = body === '' || body.endsWith('\n') ? body : `${body}${eol}`
  return `${head}${JSON.stringify(nested(entry.path, entry), null, 2).replaceAll('\n', eol)}${eol}`
}

/**
 * Goes down as far as there is something, and writes the rest of the path as one new value there.
 */
function into(body: string, root: Node, entry: Entry, eol: string): string {
  let depth = 0
  let node = root
  for (; depth < entry.path.length; depth++) {
    const next = findNodeAtLocation(node, [entry.path[depth] ?? ''])
    if (next === undefined || next.type === 'null') break
    node = next
  }
  const rest = entry.path.slice(depth)
  const [key, ...below] = rest
  if (key === undefined)
    return entry.kind === 'member'
      ? replaced(body, node, entry.value, eol)
      : added(body, node, '', entry.value, eol)
  const known = findNodeAtLocation(node, [key])
  const value = nested(below, entry)
  return known === undefined
    ? added(body, node, `${JSON.stringify(key)}: `, value, eol)
    : replaced(body, known, value, eol)
}

function replaced(body: string, node: Node, value: Json, eol: string): string {
  const written = laidOut(body, node.offset, value, eol)
  return body.slice(0, node.offset) + written + body.slice(node.offset + node.length)
}

/** Puts a member or an element behind the last one. */
function added(body: string, container: Node, prefix: string, value: Json, eol: string): string {
  const children = container.children ?? []
  const last = children.at(-1)
  const close = container.offset + container.length - 1
  const oneLine = !body.slice(container.offset, close).includes('\n')
  if (last === undefined) return intoEmpty(body, container, prefix, value, eol)
  const end = last.offset + last.length
  const comma = commaAfter(body, end, close)
  if (oneLine) {
    const from = comma === null ? end : comma + 1
    const gap =
      children.length > 1 || /\s$/.test(body.slice(container.offset, last.offset)) ? ' ' : ''
    const text = `${prefix === '' ? '' : prefix.trimEnd()}${JSON.stringify(value)}`
    return `${body.slice(0, from)}${comma === null ? ',' : ''}${gap}${text}${comma === null ? '' : ','}${body.slice(from)}`
  }
  const indent = indentOf(body, last.offset)
  const text = `${eol}${indent}${prefix}${pretty(value, indent, unitOf(body, container, indent), eol)}`
  const from = comma === null ? end : comma + 1
  const line = endOfLine(body, from, close)
  return comma === null
    ? `${body.slice(0, end)},${body.slice(end, line)}${text}${body.slice(line)}`
    : `${body.slice(0, line)}${text},${body.slice(line)}`
}

function intoEmpty(
  body: string,
  container: Node,
  prefix: string,
  value: Json,
  eol: string,
): string {
  const open = container.offset + 1
  const close = container.offset + container.length - 1
  const inside = body.slice(open, close)
  if (!body.includes('\n') && body.trim().length > 2) {
    return `${body.slice(0, open)}${prefix.trimEnd()}${JSON.stringify(value)}${body.slice(open)}`
  }
  const outer = indentOf(body, container.offset)
  const unit = unitOf(body, container, null)
  const text = `${eol}${outer}${unit}${prefix}${pretty(value, outer + unit, unit, eol)}`
  return inside.trim() === ''
    ? `${body.slice(0, open)}${text}${eol}${outer}${body.slice(close)}`
    : `${body.slice(0, open)}${text}${inside.startsWith('\n') || inside.startsWith('\r') ? '' : eol}${body.slice(open)}`
}

const laidOut = (body: string, offset: number, value: Json, eol: string): string => {
  if (!body.includes('\n')) return JSON.stringify(value)
  const indent = indentOf(body, offset)
  return pretty(value, indent, indent.includes('\t') ? '\t' : '  ', eol)
}

const pretty = (value: Json, indent: string, unit: string, eol: string): string =>
  JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`)

/** White space that the line of this place begins with. */
function indentOf(body: string, offset: number): string {
  const start = body.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(body.slice(start, offset))?.[0] ?? ''
}

/**
 * One step of indentation: as the file has it between this container and what is in it, or where it
 * has none at all, two spaces.
 */
function unitOf(body: string, container: Node, inner: string | null): string {
  const outer = indentOf(body, container.offset)
  if (inner !== null && inner.length > outer.length && inner.startsWith(outer))
    return inner.slice(outer.length)
  return /\n([ \t]+)\S/.exec(body)?.[1] ?? '  '
}

/** Place of the comma between `from` and `to`, comments passed over; null where there is none. */
function commaAfter(body: string, from: number, to: number): number | null {
  for (let i = from; i < to; i++) {
    if (body.startsWith('//', i)) i = endOf(body.indexOf('\n', i), to)
    else if (body.startsWith('/*', i)) i = endOf(body.indexOf('*/', i) + 1, to)
    else if (body[i] === ',') return i
  }
  return null
}

/**
 * Where the line ends, comments on it passed over; before `\r`. Where something else follows on it,
 * at `from`.
 */
function endOfLine(body: string, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    if (body[i] === '\n') return body[i - 1] === '\r' ? i - 1 : i
    if (body.startsWith('//', i)) i = endOf(body.indexOf('\n', i), to) - 1
    else if (body.startsWith('/*', i)) {
      const end = endOf(body.indexOf('*/', i) + 1, to)
      if (body.slice(i, end).includes('\n')) return from
      i = end
    } else if (!/\s/.test(body[i] ?? '')) return from
  }
  return from
}

const endOf = (found: number, to: number): number => (found <= 0 ? to : found)
