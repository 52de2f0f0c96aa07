// Puts a change into the text of the file, and leaves everything else as the person wrote it. Pure;
// writes no file.
import { isAlias, isMap, isScalar, isSeq, parseDocument, type Document } from 'yaml'
import type { ConfigProblem } from '../../../contract/policy/config/config-problem.ts'
import type { ConfigPatch } from '../../../contract/policy/config/config-patch.ts'
import { ok, type Result } from '../../../contract/result.ts'
import { parseFile } from '../parse.ts'
import { pluginChange } from './allow-plugin.ts'
import { type Change, put, unshare, writtenOut } from './put.ts'

export const header = `# Settings of Gatehouse. The window writes its changes here and keeps your comments and the order.
# Gatehouse applies a change when you save the file. Keys for model servers never belong in this file.

`

/**
 * The text with the change in it, or what is wrong with the text. Unchanged text when the file says
 * the same already.
 */
export function editText(
  text: string,
  file: string,
  patch: ConfigPatch,
): Result<string, readonly ConfigProblem[]> {
  const parsed = parseFile(text, file)
  if (!parsed.ok) return parsed
  const { document } = parsed.value
  const changes = changesOf(patch).filter(
    ({ path, value }) => !document.hasIn(path) || document.getIn(path) !== value,
  )
  const rules = ruleChange(document, patch)
  const whole = [
    serverChange(document, patch),
    toolRemoval(document, patch),
    pluginChange(document, patch),
    ...toolTableChanges(document, patch),
    ...priceChanges(document, patch),
  ].filter((change) => change !== null)
  if (changes.length === 0 && rules === null && whole.length === 0) return ok(text)

  // Values that are there already are exchanged in the text itself, so not a space beside them
  // moves.
  const spliced = rules === null && whole.length === 0 ? splice(text, document, changes) : null
  if (spliced !== null) return ok(spliced)
  for (const change of changes) put(document, change)
  rules?.()
  for (const change of whole) change()
  return ok(writtenOut(document, text))
}

/** Every value that the patch sets, with its place in the file. */
function changesOf({
  tool,
  addRule: _added,
  removeRule: _removed,
  server: _server,
  toolTable: _table,
  allowPlugin: _plugin,
  client,
  model,
  ...rest
}: ConfigPatch): readonly Change[] {
  const { prices: _prices, ...ownModel } = model ?? {}
  const sections: Change[] = [
    ...Object.entries({ ...rest, model: ownModel }).flatMap(([key, value]) => leaves([key], value)),
    ...(client === undefined ? [] : clientChanges(client)),
  ]
  return tool === undefined
    ? sections
    : [
        ...sections,
        ...leaves(['tools', tool.name], tool.setting).filter(({ value }) => value !== null),
      ]
}

const clientChanges = ({ name, ...set }: NonNullable<ConfigPatch['client']>): readonly Change[] =>
  leaves(['gateway', 'clients', name], set)

/** What to do to the section of servers; null when it says what is wanted already. */
function serverChange(document: Document, { server }: ConfigPatch): (() => void) | null {
  if (server === undefined) return null
  const { name, config } = server
  const path = ['servers', name] as const
  if (config === null) return document.hasIn(path) ? () => void document.deleteIn(path) : null
  return () => {
    put(document, { path: ['servers', name], value: document.createNode(withoutDefaults(config)) })
  }
}

/**
 * Takes out what the patch sets to null, and the tool's section with the last of it; null when
 * nothing of that is there.
 */
function toolRemoval(document: Document, { tool }: ConfigPatch): (() => void) | null {
  if (tool === undefined) return null
  const gone = leaves(['tools', tool.name], tool.setting).filter(
    ({ path, value }) => value === null && document.hasIn(path),
  )
  if (gone.length === 0) return null
  return () => {
    for (const { path } of gone) {
      unshare(document, path)
      for (let length = path.length; length > 1; length--) {
        const at = path.slice(0, length)
        const node = document.getIn(at, true)
        if (length === path.length || (isMap(node) && node.items.length === 0))
          document.deleteIn(at)
      }
    }
  }
}

/**
 * What to do to the table of tools as the window shows it. Only what differs from what usual is
 * written.
 */
function toolTableChanges(document: Document, { toolTable }: ConfigPatch): (() => void)[] {
  const wanted = [
    ...(toolTable?.usual === undefined
      ? []
      : [{ path: ['window', 'tools', 'usual'] as const, value: toolTable.usual }]),
    ...(toolTable?.view === undefined
      ? []
      : [
          {
            path: ['window', 'tools', 'views', toolTable.view.name] as const,
            value: toolTable.view.view,
          },
        ]),
  ]
  return wanted.flatMap(({ path, value }) => {
    const there = document.hasIn(path)
    if (value === null) return there ? [() => void document.deleteIn(path)] : []
    const before = document.getIn(path)
    if (isMap(before) && JSON.stringify(before.toJSON()) === JSON.stringify(value)) return []
    return [
      () => put(document, { path: [...path], value: document.createNode(value, { flow: true }) }),
    ]
  })
}

/** What to do to the prices of single models; each is written whole, and the others stay. */
function priceChanges(document: Document, { model }: ConfigPatch): (() => void)[] {
  return Object.entries(model?.prices ?? {}).flatMap(([name, price]) => {
    const path = ['model', 'prices', name]
    const there = document.hasIn(path)
    if (price === null)
      return there
        ? [
            () => {
              unshare(document, path)
              document.deleteIn(path)
            },
          ]
        : []
    const before = document.getIn(path)
    if (isMap(before) && JSON.stringify(before.toJSON()) === JSON.stringify(price)) return []
    return [() => put(document, { path, value: document.createNode(price, { flow: true }) })]
  })
}

/** As a person would write it: what is empty or usual anyway is left out. */
function withoutDefaults(
  config: NonNullable<NonNullable<ConfigPatch['server']>['config']>,
): Readonly<Record<string, unknown>> {
  const usual: Readonly<Record<string, unknown>> = {
    trust: 'community',
    enabled: true,
    timeoutSeconds: 60,
  }
  const isEmpty = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return Object.fromEntries(
    Object.entries(config).filter(
      ([key, value]) => key === 'trust' || (usual[key] !== value && !isEmpty(value)),
    ),
  )
}

function leaves(path: readonly string[], value: unknown): readonly Change[] {
  if (value === undefined) return []
  // A list is replaced whole.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ path, value }]
  return Object.entries(value).flatMap(([key, inner]) => leaves([...path, key], inner))
}

/** What to do to the list of rules; null when it says what is wanted already. */
function ruleChange(document: Document, { addRule, removeRule }: ConfigPatch): (() => void) | null {
  const idsNow = ruleIds(document)
  const gone = removeRule === undefined ? -1 : idsNow.indexOf(removeRule)
  if (addRule === undefined && gone < 0) return null
  return () => {
    const node = document.get('rules', true)
    if (isAlias(node)) document.set('rules', document.createNode(node.toJS(document)))
    if (gone >= 0) document.deleteIn(['rules', gone])
    if (addRule === undefined) return
    if (!isSeq(document.get('rules', true))) document.set('rules', document.createNode([]))
    const list = document.get('rules', true)
    if (!isSeq(list)) return
    // `[]` is how an empty list is written; one that has grown reads better in lines.
    if (list.items.length === 0) list.flow = false
    document.addIn(['rules'], document.createNode(addRule))
  }
}

function ruleIds(document: Document): readonly unknown[] {
  const node = document.get('rules', true)
  const list: unknown = isAlias(node) ? node.resolve(document) : node
  return isSeq(list) ? list.items.map((item) => (isMap(item) ? item.get('id') : null)) : []
}

function splice(text: string, document: Document, changes: readonly Change[]): string | null {
  const cuts: { readonly from: number; readonly to: number; readonly value: unknown }[] = []
  for (const { path, value } of changes) {
    const node = document.getIn(path, true)
    const oneLine =
      isScalar(node) &&
      !!node.range &&
      node.range[0] < node.range[1] &&
      !text.slice(node.range[0], node.range[1]).includes('\n')
    if (
      !oneLine ||
      Array.isArray(value) ||
      !node.range ||
      node.anchor !== undefined ||
      path.some((_, at) => isAlias(document.getIn(path.slice(0, at + 1), true)))
    )
      return null
    cuts.push({ from: node.range[0], to: node.range[1], value })
  }
  // Quoted as JSON is quoted, which YAML reads the same: a bare word could turn into something
  // else.
  const written = (value: unknown) =>
    typeof value === 'string' && !/^[A-Za-z_][A-Za-z0-9_]*(-[a-z]+)*$/.test(value)
      ? JSON.stringify(value)
      : String(value)
  let result = text
  for (const cut of cuts.toSorted((a, b) => b.from - a.from))
    result = result.slice(0, cut.from) + written(cut.value) + result.slice(cut.to)
  const again = parseDocument(result)
  return changes.every(({ path, value }) => again.getIn(path) === value) ? result : null
}
