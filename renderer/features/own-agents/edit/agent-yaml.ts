// An agent file as text and as a form are one thing: a field changes its place in the text, and
// comments, order and all else stay. Pure.
import {
  type Document,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  Scalar,
} from 'yaml'
import type { AgentProblem } from '../../../../contract/agent/own-agent.ts'

/** A scope as it is written: lists of texts by name. */
export type WrittenScope = Readonly<Record<string, readonly string[]>>
export type WrittenCapability = { readonly name: string; readonly scope: WrittenScope | null }

/** What the fields of the form are for, as the file names them. */
export const FIELDS = [
  ...(['name', 'description', 'system_prompt', 'capabilities', 'model', 'temperature'] as const),
  ...(['max_tokens', 'limits', 'namespaces', 'created_by', 'created_at'] as const),
] as const
export type Field = (typeof FIELDS)[number]

export type AgentForm = {
  readonly text: (field: Field) => string
  readonly limit: (name: string) => string
  readonly namespaces: readonly string[]
  readonly capabilities: readonly WrittenCapability[]
}

/** Null: the text is no YAML of keys and values, so no field can be shown. */
export function formOf(text: string): AgentForm | null {
  const document = read(text)
  if (document === null) return null
  const words = (path: readonly (string | number)[]): string => {
    const value: unknown = document.getIn(path)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const list = (path: readonly string[]): readonly unknown[] => {
    const node = document.getIn(path, true)
    return isSeq(node) ? (node.toJS(document) as readonly unknown[]) : []
  }
  return {
    text: (field) => words([field]),
    limit: (name) => words(['limits', ...name.split('.')]),
    namespaces: list(['namespaces']).map(String),
    capabilities: list(['capabilities']).map(capabilityOf),
  }
}

/** A field with another value; empty takes it out of the text. */
export const withField = (text: string, field: Field, value: string): string =>
  changed(text, (document) => {
    const written = field === 'system_prompt' ? value : value.trimStart()
    if (written === '' && field !== 'name') document.delete(field)
    else document.set(field, scalar(document, field, written))
  })

/** `name`: steps, or cost.amount. What is left empty around it goes too. */
export const withLimit = (text: string, name: string, value: string): string =>
  changed(text, (document) => {
    const path = ['limits', ...name.split('.')]
    if (value !== '') return document.setIn(path, numberOrText(value))
    document.deleteIn(path)
    for (let around = path.slice(0, -1); around.length > 0; around = around.slice(0, -1)) {
      const section = document.getIn(around, true)
      if (isMap(section) && section.items.length === 0) document.deleteIn(around)
    }
  })

export const withNamespaces = (text: string, names: readonly string[]): string =>
  changed(text, (document) => {
    if (names.length === 0) document.delete('namespaces')
    else document.set('namespaces', document.createNode([...names], { flow: true }))
  })

/** The last one gone leaves an empty list: it says that the agent has nothing. */
export const withoutCapability = (text: string, index: number): string =>
  changed(text, (document) => void document.deleteIn(['capabilities', index]))

export const withCapability = (text: string, name: string): string =>
  changed(text, (document) => {
    const list = document.get('capabilities', true)
    if (isSeq(list)) {
      // An empty list is written as [], and would go on in one line.
      if (list.items.length === 0) list.flow = false
      list.add(document.createNode(name))
    } else document.set('capabilities', [name])
  })

/** Null: without limits. Names with nothing in them are left out. */
export const withScope = (text: string, index: number, scope: WrittenScope | null): string =>
  changed(text, (document) => {
    const name = capabilityOf(toJs(document, ['capabilities', index])).name
    const limits = Object.entries(scope ?? {}).filter(([, values]) => values.length > 0)
    if (limits.length === 0) return document.setIn(['capabilities', index], name)
    const node = document.createNode(Object.fromEntries(limits), { flow: true })
    document.setIn(['capabilities', index], document.createNode({ [name]: null }))
    document.setIn(['capabilities', index, name], node)
  })

/** Each problem at the field in whose lines it is; those of no field under null. */
export function problemsByField<P extends AgentProblem>(
  text: string,
  problems: readonly P[],
): ReadonlyMap<Field | null, readonly P[]> {
  const starts = keyStarts(text)
  const fieldOf = ({ line }: AgentProblem): Field | null =>
    starts.findLast((start) => start.line <= line)?.field ?? null
  return Map.groupBy(problems, fieldOf)
}

/** Each problem of a list of capabilities at its entry; those of none under -1. */
export function problemsByCapability<P extends AgentProblem>(
  text: string,
  problems: readonly P[],
): ReadonlyMap<number, readonly P[]> {
  const lines = new LineCounter()
  const list = read(text, lines)?.get('capabilities', true)
  const starts = isSeq(list) ? list.items.map((item) => lines.linePos(startOf(item) ?? 0)) : []
  const before = (at: { line: number; col: number }, { line, column }: AgentProblem): boolean =>
    at.line < line || (at.line === line && at.col <= column)
  return Map.groupBy(problems, (problem) => starts.findLastIndex((at) => before(at, problem)))
}

/** Null: a key that is no field. What follows it is of no field either. */
function keyStarts(
  text: string,
): readonly { readonly field: Field | null; readonly line: number }[] {
  const lines = new LineCounter()
  const contents = read(text, lines)?.contents
  if (!isMap(contents)) return []
  return contents.items.flatMap(({ key }) => {
    const offset = startOf(key)
    if (offset === null) return []
    const field = FIELDS.find((each) => isScalar(key) && key.value === each) ?? null
    return [{ field, line: lines.linePos(offset).line }]
  })
}

const startOf = (node: unknown): number | null => {
  if (isPair(node)) return startOf(node.key)
  const range = (node as { readonly range?: readonly number[] | null } | null)?.range
  return range?.[0] ?? null
}

function read(text: string, lineCounter = new LineCounter()): Document | null {
  const document = parseDocument(text, { lineCounter })
  const { contents, errors } = document
  return errors.length === 0 && (contents === null || isMap(contents)) ? document : null
}

/** What cannot be read is left as it is: the form is not shown then. */
function changed(text: string, change: (document: Document) => void): string {
  const document = read(text)
  if (document === null) return text
  change(document)
  return document.toString({ lineWidth: 0, flowCollectionPadding: false })
}

const toJs = (document: Document, path: readonly (string | number)[]): unknown => {
  const node = document.getIn(path, true)
  return isScalar(node) ? node.value : isMap(node) || isSeq(node) ? node.toJS(document) : node
}

function capabilityOf(entry: unknown): WrittenCapability {
  if (typeof entry !== 'object' || entry === null)
    return { name: typeof entry === 'string' ? entry : JSON.stringify(entry ?? null), scope: null }
  const [[name, scope] = ['', null]] = Object.entries(entry as Record<string, unknown>)
  return { name, scope: scopeOf(scope) }
}

const scopeOf = (scope: unknown): WrittenScope | null =>
  typeof scope !== 'object' || scope === null
    ? null
    : Object.fromEntries(
        Object.entries(scope).map(([name, values]) => [
          name,
          (Array.isArray(values) ? (values as readonly unknown[]) : [values]).map(String),
        ]),
      )

const NUMBERS: ReadonlySet<Field> = new Set(['temperature', 'max_tokens'])
const numberOrText = (value: string): number | string =>
  /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value

function scalar(document: Document, field: Field, value: string): unknown {
  if (NUMBERS.has(field)) return numberOrText(value)
  const before = document.get(field, true)
  const node = new Scalar(value)
  // Lines of their own stay lines of their own.
  if (value.includes('\n')) node.type = 'BLOCK_LITERAL'
  if (isScalar(before) && before.comment !== undefined) node.comment = before.comment
  return node
}
