// TOML, edited as text: one table of ours at the end of the file. A TOML reader says before and
// after whether that is what it means.
import { parse } from 'smol-toml'
import type { Failure } from '../../../../contract/failure.ts'
import type { Json } from '../../../../contract/json.ts'
import { ok, type Result } from '../../../../contract/result.ts'
import { isObject } from '../../../../contract/is-object.ts'
import { at, eolOf, malformed, same, unfit, withEntry, type Editor } from '../entry-editor.ts'

export const tomlEditor: Editor = {
  read,

  insert(text, entry) {
    const before = read(text)
    if (!before.ok) return before
    if (entry.kind !== 'member' || !isObject(entry.value))
      return unfit('only a table can be put into TOML')
    if (at(before.value, entry.path) !== undefined)
      return unfit(`${entry.path.join('.')} is there already`)
    const wanted = withEntry(before.value, entry)
    if (wanted === null) return unfit(`another value is at ${entry.path.join('.')} or above it`)
    const eol = eolOf(text)
    const gap = text === '' || text === '\uFEFF' ? '' : text.endsWith('\n') ? eol : `${eol}${eol}`
    const lines = [
      `[${entry.path.map(keyText).join('.')}]`,
      ...Object.entries(entry.value).map(([key, value]) => `${keyText(key)} = ${valueText(value)}`),
    ]
    const next = `${text}${gap}${lines.join(eol)}${eol}`
    const after = read(next)
    return after.ok && same(after.value, wanted)
      ? ok(next)
      : unfit('the tables of the file leave no place to add one')
  },

  remove(text, { path }) {
    const before = read(text)
    if (!before.ok) return before
    if (at(before.value, path) === undefined) return ok(text)
    const lines = text.split(/(?<=\n)/)
    const header = path.map(keyText).join('.')
    const own = (line: string): boolean =>
      line.trim() === `[${header}]` || line.trim().startsWith(`[${header}.`)
    const from = lines.findIndex((line) => line.trim() === `[${header}]`)
    if (from < 0) return unfit('our table was rewritten')
    let to = from + 1
    while (to < lines.length && (!lines[to]?.trimStart().startsWith('[') || own(lines[to] ?? '')))
      to++
    // Comments and empty lines right before the next table belong to that one.
    while (to > from + 1 && to < lines.length && /^\s*(?:#.*)?$/.test(lines[to - 1] ?? '')) to--
    const next = [...lines.slice(0, from), ...lines.slice(to)].join('')
    const after = read(next)
    return after.ok &&
      [true, false].some((empty) => same(after.value, without(before.value, path, empty)))
      ? ok(next)
      : unfit('our table cannot be identified')
  },
}

function read(text: string): Result<unknown, Failure> {
  try {
    return ok(
      parse(text.startsWith('\uFEFF') ? text.slice(1) : text, { integersAsBigInt: 'asNeeded' }),
    )
  } catch (cause) {
    return malformed(firstLine(cause))
  }
}

const firstLine = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).split('\n')[0]?.slice(0, 200) ?? ''

/** The data without what is there; with `empty`, tables that it leaves empty stay. */
function without(data: unknown, path: readonly string[], empty: boolean): unknown {
  const [key, ...rest] = path
  if (!isObject(data) || key === undefined) return data
  const { [key]: below, ...others } = data
  if (rest.length === 0) return others
  const left = without(below, rest, empty)
  return !empty && isObject(left) && Object.keys(left).length === 0
    ? others
    : { ...data, [key]: left }
}

const keyText = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key))

/** JSON strings are TOML strings, but for the one character that JSON leaves as it is. */
function valueText(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\u007f', '\\u007f')
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `[${value.map((each) => valueText(each as Json)).join(', ')}]`
  if (isObject(value))
    return `{ ${Object.entries(value)
      .map(([key, each]) => `${keyText(key)} = ${valueText(each as Json)}`)
      .join(', ')} }`
  return '""'
}
