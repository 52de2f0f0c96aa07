// Where in a file of settings the cursor is: below which keys, and whether a key or a value is
// being written. The text is read as if one word more stood at the cursor, so it works while the
// line is not finished yet. Pure.
import { yamlLanguage } from '@codemirror/lang-yaml'

type Node = ReturnType<typeof yamlLanguage.parser.parse>['topNode']

export type Position = {
  /**
   * Keys from the top; `[]` for a member of a list. For a value it ends with the value's own key.
   */
  readonly path: readonly string[]
  readonly kind: 'key' | 'value'
  /**
   * What is written of the word at the cursor, up to the cursor, and where that word begins and
   * ends.
   */
  readonly typed: string
  readonly from: number
  readonly to: number
  /** Keys that are beside it already. */
  readonly beside: readonly string[]
  /** Inside `{ }` or `[ ]`: nothing more can be put on lines of its own. */
  readonly flow: boolean
}

/** The word that is supposed at the cursor. */
const SUPPOSED = 'x'
/** Lines that are read above and below the cursor; beyond them only the keys around it. */
const NEAR = 300
const word = /[A-Za-z0-9_.*~/@:+-]/

/** Null in a comment. */
export function positionAt(text: string, offset: number): Position | null {
  let from = offset
  while (from > 0 && word.test(text[from - 1] ?? '')) from -= 1
  let to = offset
  while (to < text.length && word.test(text[to] ?? '')) to += 1
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from)
  const above = nearAbove(text.slice(0, from))
  // The colon of a key is taken with it, and is none of its name.
  const end = to > offset && text[to - 1] === ':' ? to - 1 : to
  const below = text.slice(end).split('\n', NEAR).join('\n')
  const own = text.slice(from, end)

  const supposed = (sign: string): { readonly all: string; readonly at: Node } => {
    const all = above + own + SUPPOSED + sign + below
    return { all, at: yamlLanguage.parser.parse(all).resolveInner(above.length, 1) }
  }
  let { all, at } = supposed('')
  // Alone on its line it becomes a key, unless it is between brackets of an earlier one.
  if (/^[\s-]*$/.test(line) && !inFlow(at) && !/^\s*:/.test(below)) ({ all, at } = supposed(':'))
  if (at.name === 'Comment') return null
  return { ...readNode(all, at), typed: text.slice(from, offset), from, to, flow: inFlow(at) }
}

/** What is above the cursor: the near lines, and before them the lines that they are below. */
function nearAbove(text: string): string {
  const lines = text.split('\n')
  const near = lines.slice(-NEAR)
  const around: string[] = []
  let inner = near.find((line) => /^\s*[^\s#]/.test(line)) ?? ''
  for (let at = lines.length - NEAR - 1; at >= 0; at--) {
    const line = lines[at] ?? ''
    if (/^\s*(#|$)/.test(line) || !isAround(line, inner)) continue
    around.unshift(line)
    inner = line
  }
  return [...around, ...near].join('\n')
}

const lead = (line: string): number => line.length - line.trimStart().length
const isItem = (line: string): boolean => line.trimStart().startsWith('-')
/** A list may be as far in as the key that it belongs to. */
const isAround = (line: string, inner: string): boolean =>
  lead(line) < lead(inner) || (lead(line) === lead(inner) && isItem(inner) && !isItem(line))

/** A list or section in brackets that is really there: a lone word in `[ ]` is read as one too. */
const isFlow = (node: Node): boolean =>
  (node.name === 'FlowMapping' || node.name === 'FlowSequence') &&
  /^[{[]$/.test(node.firstChild?.name ?? '')

const inFlow = (node: Node): boolean => {
  for (let at: Node | null = node; at !== null; at = at.parent) if (isFlow(at)) return true
  return false
}

const unquoted = (text: string): string => text.trim().replace(/^["']|["']$/g, '')
const keyOf = (all: string, pair: Node): string | null => {
  const key = pair.getChild('Key')
  return key === null ? null : unquoted(all.slice(key.from, key.to))
}

function readNode(all: string, node: Node): Pick<Position, 'path' | 'kind' | 'beside'> {
  const path: string[] = []
  let kind: Position['kind'] | null = null
  let beside: readonly string[] = []
  let below: Node | null = null
  for (let at: Node | null = node; at !== null; below = at, at = at.parent) {
    if (at.name === 'Item') {
      path.unshift('[]')
      kind ??= inFlow(at) ? 'value' : 'key'
    }
    if (at.name !== 'Pair' || (at.parent?.name === 'FlowMapping' && !isFlow(at.parent))) continue
    if (below?.name === 'Key') {
      if (kind !== null) continue
      kind = 'key'
      beside = keysBeside(all, at)
    } else {
      const key = keyOf(all, at)
      if (key !== null) path.unshift(key)
      kind ??= 'value'
    }
  }
  return { path, kind: kind ?? 'key', beside }
}

const keysBeside = (all: string, pair: Node): readonly string[] =>
  (pair.parent?.getChildren('Pair') ?? []).flatMap((each) => {
    const key = each.from === pair.from ? null : keyOf(all, each)
    return key === null ? [] : [key]
  })
