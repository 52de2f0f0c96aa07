// YAML, edited as text: one entry of ours under one key at the top of the file. A YAML reader says
// before and after whether that is what it means.
import { isMap, isScalar, isSeq, parseDocument, type Document, type Pair, type YAMLMap } from 'yaml'
import type { Failure } from '../../../../contract/failure.ts'
import type { Json } from '../../../../contract/json.ts'
import { ok, type Result } from '../../../../contract/result.ts'
import { isObject } from '../../../../contract/is-object.ts'
import { at, eolOf, malformed, same, unfit, withEntry, type Editor } from '../entry-editor.ts'

export const yamlEditor: Editor = {
  read(text) {
    const read = documentOf(text)
    return read.ok ? ok(read.value.data) : read
  },

  insert(text, entry) {
    const [top, key, ...deeper] = entry.path
    if (top === undefined || deeper.length > 0 || (entry.kind === 'element' && key !== undefined))
      return unfit('only an entry under a key at the top can be put into YAML')
    const before = documentOf(text)
    if (!before.ok) return before
    if (entry.kind === 'member' && at(before.value.data, entry.path) !== undefined)
      return unfit(`${entry.path.join('.')} is there already`)
    const wanted = withEntry(before.value.data, entry)
    if (wanted === null) return unfit(`another value is at ${top}`)
    const next =
      entry.kind === 'element'
        ? withItem(text, before.value.document, top, entry.value)
        : key === undefined
          ? `${ended(text)}${top}: ${JSON.stringify(entry.value)}${eolOf(text)}`
          : written(text, before.value.document, top, key, entry.value)
    const after = documentOf(next)
    return after.ok && same(after.value.data, wanted)
      ? ok(next)
      : unfit(`${top} has an unusual form`)
  },

  remove(text, { kind, path, value }, created) {
    const [top = '', key = ''] = path
    const before = documentOf(text)
    if (!before.ok) return before
    if (kind === 'element') return withoutItem(text, before.value, top, value, created)
    if (at(before.value.data, path) === undefined) return ok(text)
    const map = before.value.document.get(top, true)
    if (!isMap(map)) return unfit('our entry cannot be identified')
    const alone = map.items.length === 1 && created.some((each) => each.length === 1)
    const root = before.value.document.contents
    const span = alone && isMap(root) ? linesOf(text, root, top) : linesOf(text, map, key)
    const next = span === null ? null : text.slice(0, span[0]) + text.slice(span[1])
    const after = next === null ? null : documentOf(next)
    const wanted = without(before.value.data, alone ? [top] : path)
    if (next === null || after === null || !after.ok || !same(after.value.data, wanted))
      return unfit('our entry cannot be identified')
    return ok(next)
  },
}

type Read = { readonly document: Document.Parsed; readonly data: unknown }

function documentOf(text: string): Result<Read, Failure> {
  const document = parseDocument(text, { keepSourceTokens: false })
  const [first] = document.errors
  if (first !== undefined) return malformed(first.message.split('\n')[0] ?? '')
  try {
    const data: unknown = document.toJS({ maxAliasCount: 100 })
    return data === null || data === undefined || isObject(data)
      ? ok({ document, data: data ?? {} })
      : malformed('it holds no map')
  } catch {
    return malformed('its aliases are nested too deep')
  }
}

function without(data: unknown, path: readonly string[]): unknown {
  const [key = '', ...rest] = path
  if (!isObject(data)) return data
  const { [key]: below, ...others } = data
  if (rest.length === 0) return others
  const left = without(below, rest)
  return { ...data, [key]: isObject(left) && Object.keys(left).length === 0 ? null : left }
}

const ended = (text: string): string =>
  text === '' || text.endsWith('\n') || text === '\uFEFF' ? text : `${text}${eolOf(text)}`

/** At the end of the list, as the data has it then. */
function withItem(text: string, document: Document.Parsed, top: string, value: Json): string {
  const eol = eolOf(text)
  const root = document.contents
  const pair = isMap(root) ? pairOf(root, top) : undefined
  if (pair === undefined) return `${ended(text)}${top}:${eol}${item(value, '  ', eol)}`
  const list = pair.value
  if (isSeq(list) && list.flow === true) {
    const close = (list.range?.[1] ?? 1) - 1
    return `${text.slice(0, close)}${list.items.length > 0 ? ', ' : ''}${JSON.stringify(value)}${text.slice(close)}`
  }
  if (isSeq(list) && list.items.length > 0) {
    const last = list.items.at(-1)
    const start = rangeOf(list.items[0])?.[0] ?? 0
    const dash = text.lastIndexOf('-', start)
    const indent = text.slice(text.lastIndexOf('\n', dash) + 1, dash)
    const end = lineEnd(text, rangeOf(last)?.[1] ?? text.length)
    return `${ended(text.slice(0, end))}${item(value, indent, eol)}${text.slice(end)}`
  }
  const keyEnd = isScalar(pair.key) ? (pair.key.range?.[1] ?? 0) : 0
  const line = lineEnd(text, keyEnd + 1)
  return `${ended(text.slice(0, line))}${item(value, '  ', eol)}${text.slice(line)}`
}

function withoutItem(
  text: string,
  { document, data }: Read,
  top: string,
  value: Json,
  created: readonly (readonly string[])[],
): Result<string, Failure> {
  const found = at(data, [top])
  const index = Array.isArray(found) ? found.findIndex((each) => same(each, value)) : -1
  if (!Array.isArray(found) || index < 0) return ok(text)
  const root = document.contents
  const list = document.get(top, true)
  if (!isSeq(list) || !isMap(root)) return unfit('our entry cannot be identified')
  const flow = list.flow === true
  const alone = !flow && found.length === 1 && created.some((each) => each.length === 1)
  const range = rangeOf(list.items[index])
  const start = text.lastIndexOf('\n', text.lastIndexOf('-', range?.[0] ?? 0)) + 1
  const span = flow
    ? inFlow(list.items, index)
    : alone
      ? linesOf(text, root, top)
      : ([start, lineEnd(text, range?.[1] ?? text.length)] as const)
  const next = span === null ? null : text.slice(0, span[0]) + text.slice(span[1])
  const after = next === null ? null : documentOf(next)
  const rest = found.filter((_, each) => each !== index)
  const wanted = alone
    ? without(data, [top])
    : { ...(data as object), [top]: rest.length === 0 && !flow ? null : rest }
  if (next === null || after === null || !after.ok || !same(after.value.data, wanted))
    return unfit('our entry cannot be identified')
  return ok(next)
}

/** With the comma that parts it from its neighbour. */
function inFlow(items: readonly unknown[], index: number): readonly [number, number] | null {
  const [before, own, after] = [
    rangeOf(items[index - 1]),
    rangeOf(items[index]),
    rangeOf(items[index + 1]),
  ]
  const [start, end] = [own?.[0], own?.[1]]
  if (start === undefined || end === undefined) return null
  return before?.[1] !== undefined ? [before[1], end] : [start, after?.[0] ?? end]
}

const rangeOf = (node: unknown): readonly number[] | undefined =>
  (node as { range?: readonly number[] } | null | undefined)?.range

/** Where the line ends in which a value ends; a value of many lines ends with its own. */
function lineEnd(text: string, position: number): number {
  if (text[position - 1] === '\n') return position
  const newline = text.indexOf('\n', position)
  return newline < 0 ? text.length : newline + 1
}

const item = (value: Json, indent: string, eol: string): string => {
  const lines = isObject(value)
    ? Object.entries(value).map(([name, each]) => `${name}: ${JSON.stringify(each)}`)
    : [JSON.stringify(value)]
  return `${indent}- ${lines.join(`${eol}${indent}  `)}${eol}`
}

function written(
  text: string,
  document: Document.Parsed,
  top: string,
  key: string,
  value: Json,
): string {
  const eol = eolOf(text)
  const root = document.contents
  const pair = isMap(root) ? pairOf(root, top) : undefined
  if (pair === undefined) {
    const head = text === '' || text.endsWith('\n') || text === '\uFEFF' ? text : `${text}${eol}`
    return `${head}${top}:${eol}${block(key, value, '  ', eol)}`
  }
  const map = pair.value
  if (isMap(map) && map.flow === true) {
    const open = (map.range?.[0] ?? 0) + 1
    const more = map.items.length > 0 ? ', ' : ''
    return `${text.slice(0, open)}${key}: ${JSON.stringify(value)}${more}${text.slice(open)}`
  }
  const keyEnd = isScalar(pair.key) ? (pair.key.range?.[1] ?? 0) : 0
  const line = text.indexOf('\n', keyEnd)
  const first = isMap(map) ? map.items[0] : undefined
  const start = first !== undefined && isScalar(first.key) ? (first.key.range?.[0] ?? 0) : 0
  const indent =
    first === undefined ? '  ' : text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return line < 0
    ? `${text}${eol}${block(key, value, indent, eol)}`
    : `${text.slice(0, line + 1)}${block(key, value, indent, eol)}${text.slice(line + 1)}`
}

const pairOf = (map: YAMLMap, key: string): Pair | undefined =>
  map.items.find((pair) => isScalar(pair.key) && pair.key.value === key)

/**
 * In the flow style below its first level, which needs no quoting rules of its own: JSON is YAML.
 */
const block = (key: string, value: Json, indent: string, eol: string): string =>
  isObject(value)
    ? `${indent}${key}:${eol}${Object.entries(value)
        .map(([name, each]) => `${indent}  ${name}: ${JSON.stringify(each)}${eol}`)
        .join('')}`
    : `${indent}${key}: ${JSON.stringify(value)}${eol}`

/**
 * From the line of a key to that of the next one, or to where its value ends. Null in the flow
 * style, where it has no lines of its own.
 */
function linesOf(text: string, map: YAMLMap, key: string): readonly [number, number] | null {
  if (map.flow === true) return null
  const pair = pairOf(map, key)
  if (pair === undefined || !isScalar(pair.key)) return null
  const start = text.lastIndexOf('\n', (pair.key.range?.[0] ?? 0) - 1) + 1
  const value = pair.value as { range?: readonly number[] } | null
  const last = Math.max(pair.key.range?.[1] ?? 0, value?.range?.[1] ?? 0)
  const newline = text[last - 1] === '\n' ? last - 1 : text.indexOf('\n', last)
  return [start, newline < 0 ? text.length : newline + 1]
}
