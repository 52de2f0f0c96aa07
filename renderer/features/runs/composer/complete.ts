// What can be put at the caret when a person plays the model: words, tools, keys and values by the
// schema, paths. Pure.
import { type ManualWord, manualWords } from '../../../../contract/agent/manual-commands.ts'
import { isObject } from '../../../../contract/is-object.ts'
import { type JsonCursor, jsonCursor } from './json-cursor.ts'

export type CompletableTool = {
  readonly name: string
  readonly title: string
  readonly schema: unknown
}
export type Option = {
  readonly label: string
  readonly note: string
  /** Goes in place of what is completed. */
  readonly insert: string
  /** Where the caret goes, from the beginning of `insert`. */
  readonly caret: number
}
export type Completion = {
  readonly from: number
  readonly to: number
  readonly options: readonly Option[]
  /** Paths are wanted too, that fit this; `put` makes what goes into the text of one. */
  readonly paths: {
    readonly typed: string
    readonly put: (path: string) => Pick<Option, 'insert' | 'caret'>
  } | null
}

type Schema = Readonly<Record<string, unknown>>

/** Null where nothing fits. Several lines are several calls, each completed by itself. */
export function complete(
  text: string,
  caret: number,
  tools: readonly CompletableTool[],
): Completion | null {
  const start = text.lastIndexOf('\n', caret - 1) + 1
  const before = text.slice(start, caret)
  const raw = /^\s*(?:([a-zA-Z_][\w.-]*)\s*)?(?=\{)/.exec(text.slice(start))
  if (raw !== null && raw[0].length <= before.length)
    return inJson(text, start + raw[0].length, caret, raw[1] ?? null, tools)
  const first = /^\s*(\$|[^\s{]*)$/.exec(before)
  if (first !== null) return firstWord(first[1] ?? '', text, caret, tools)
  const [, word = '', gap = '', rest = ''] = /^\s*(\S+)(\s+)(.*)$/.exec(before) ?? []
  const form = Object.values<ManualWord>(manualWords).find(({ words }) =>
    words.includes(word.toLowerCase()),
  )
  if (gap === '' || form === undefined || !tools.some(({ name }) => name === form.tool)) return null
  if (form.rest !== 'path' && (form.rest !== 'path-and-text' || rest.includes(':'))) return null
  const end = form.rest === 'path-and-text' ? ': ' : ''
  const put = (path: string) => whole(path.endsWith('/') ? path : path + end)
  return { from: caret - rest.length, to: caret, options: [], paths: { typed: rest, put } }
}

const whole = (insert: string): Pick<Option, 'insert' | 'caret'> => ({
  insert,
  caret: insert.length,
})

function firstWord(
  typed: string,
  text: string,
  caret: number,
  tools: readonly CompletableTool[],
): Completion | null {
  const low = typed.toLowerCase()
  const forms = Object.values<ManualWord>(manualWords).flatMap((form): Option[] => {
    const tool = tools.find(({ name }) => name === form.tool)
    const word = low === '' ? form.words[0] : form.words.find((each) => each.startsWith(low))
    return tool === undefined || word === undefined
      ? []
      : [{ label: word, note: `${tool.title}: ${form.example}`, ...whole(`${word} `) }]
  })
  const named = tools.filter(({ name }) => name.toLowerCase().includes(low))
  const begins = ({ name }: CompletableTool): number => (name.toLowerCase().startsWith(low) ? 0 : 1)
  const calls = named
    .toSorted((a, b) => begins(a) - begins(b))
    .map((tool) => ({ label: tool.name, note: tool.title, ...rawCall(tool) }))
  const rest = /^[^\s{]*/.exec(text.slice(caret))?.[0].length ?? 0
  const options = [...forms, ...calls]
  return options.length === 0
    ? null
    : { from: caret - typed.length, to: caret + rest, options, paths: null }
}

/**
 * `http {"method": "GET", "url": ""}`: the call with its required keys, the caret where the first
 * one is to be filled.
 */
export function rawCall({ name, schema }: CompletableTool): Pick<Option, 'insert' | 'caret'> {
  const { properties, required } = isObject(schema) ? schema : {}
  const own = (key: string): unknown => (isObject(properties) ? properties[key] : null)
  const usual = (key: string): boolean => isObject(own(key)) && 'default' in (own(key) as Schema)
  const needed = Array.isArray(required)
    ? required.filter((key): key is string => typeof key === 'string' && !usual(key))
    : []
  const members = needed.map((key) => `${JSON.stringify(key)}: ${emptyValue(own(key))}`)
  const insert = `${name} {${members.join(', ')}}`
  const hole = insert.indexOf('""', name.length)
  return {
    insert,
    caret: hole < 0 ? (members.length === 0 ? insert.length - 1 : insert.length) : hole + 1,
  }
}

function emptyValue(schema: unknown): string {
  if (!isObject(schema)) return '""'
  if (Array.isArray(schema['enum']) && schema['enum'].length === 1)
    return JSON.stringify(schema['enum'][0])
  if ('const' in schema) return JSON.stringify(schema['const'])
  switch (schema['type']) {
    case 'number':
    case 'integer':
      return String(typeof schema['minimum'] === 'number' ? Math.max(0, schema['minimum']) : 0)
    case 'boolean':
      return 'false'
    case 'array':
      return '[]'
    case 'object':
      return '{}'
    default:
      return '""'
  }
}

/** `read_file {…}` or `{"tool": "read_file", "args": {…}}`. */
function inJson(
  text: string,
  start: number,
  caret: number,
  name: string | null,
  tools: readonly CompletableTool[],
): Completion | null {
  const cursor = jsonCursor(text, start, caret)
  if (cursor === null) return null
  const named = name ?? /"tool"\s*:\s*"([^"]*)"/.exec(text.slice(start))?.[1] ?? ''
  const schema = tools.find((tool) => tool.name === named)?.schema
  const call = {
    type: 'object',
    properties: { tool: { enum: tools.map((tool) => tool.name) }, args: schema ?? {} },
    required: ['tool', 'args'],
  }
  const at = schemaAt(name === null ? call : schema, cursor.path)
  if (at === null) return null
  return cursor.at === 'key' ? keysAt(at, cursor, text) : valuesAt(at, cursor, text)
}

function schemaAt(schema: unknown, path: readonly string[]): Schema | null {
  let now: unknown = schema
  for (const key of path) {
    if (!isObject(now)) return null
    const { properties, items } = now
    now = key === '[]' ? items : isObject(properties) ? properties[key] : null
  }
  return isObject(now) ? now : null
}

function keysAt(
  { properties, required }: Schema,
  { from, to, typed, keys }: JsonCursor,
  text: string,
): Completion | null {
  if (!isObject(properties)) return null
  const needed = Array.isArray(required) ? required : []
  const fresh = Object.entries(properties).filter(
    ([key]) => !keys.includes(key) && key.toLowerCase().includes(typed.toLowerCase()),
  )
  const hasValue = /^\s*:/.test(text.slice(to))
  const options = fresh
    .toSorted(([a], [b]) => Number(needed.includes(b)) - Number(needed.includes(a)))
    .map(([key, own]): Option => {
      const value = emptyValue(own)
      const insert = JSON.stringify(key) + (hasValue ? '' : `: ${value}`)
      const inside = !hasValue && /^(""|\[\]|\{\})$/.test(value) ? 1 : 0
      const said = isObject(own) && typeof own['description'] === 'string' ? own['description'] : ''
      return {
        label: key,
        note: [needed.includes(key) ? 'required' : '', said].filter(Boolean).join(' · '),
        insert,
        caret: insert.length - inside,
      }
    })
  return options.length === 0 ? null : { from, to, options, paths: null }
}

function valuesAt(
  schema: Schema,
  { from, to, typed, path }: JsonCursor,
  text: string,
): Completion | null {
  const values: readonly unknown[] = Array.isArray(schema['enum'])
    ? schema['enum']
    : schema['type'] === 'boolean'
      ? [true, false]
      : []
  const shown = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  const options = shown.flatMap((label, at): Option[] =>
    label.toLowerCase().startsWith(typed.toLowerCase())
      ? [{ label, note: '', ...whole(JSON.stringify(values[at])) }]
      : [],
  )
  if (options.length > 0) return { from, to, options, paths: null }
  if (!isPath(path.at(-1) ?? '', schema)) return null
  const put = (found: string): Pick<Option, 'insert' | 'caret'> => {
    const insert = JSON.stringify(found)
    return { insert, caret: insert.length - (found.endsWith('/') ? 1 : 0) }
  }
  return text[from] === '"' ? { from, to, options: [], paths: { typed, put } } : null
}

/** A schema has no word for a path; tools name such a field so. */
const isPath = (key: string, schema: Schema): boolean =>
  schema['type'] === 'string' &&
  schema['format'] === undefined &&
  /(^|_)(path|file|folder|dir|directory|cwd)$/i.test(key)

/** The mention under the caret, `@src/ma`: a file to attach. */
export function mention(
  text: string,
  caret: number,
): { readonly from: number; readonly to: number; readonly typed: string } | null {
  const [, typed] = /(?:^|\s)@([^\s@]*)$/.exec(text.slice(0, caret)) ?? []
  return typed === undefined ? null : { from: caret - typed.length - 1, to: caret, typed }
}
