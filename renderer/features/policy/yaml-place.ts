// Where in a file of settings the cursor is: below which keys, and whether a key or a value is
// being written. Reads lines and their indentation, so it also works while the text is not YAML
// yet. Flow style is read within its line. Pure.

export type Place = {
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
  /** Keys that stand beside it already. */
  readonly beside: readonly string[]
  /** Inside `{ }` or `[ ]`: nothing more can be put on lines of its own. */
  readonly flow: boolean
}

type Line = {
  readonly indent: number
  readonly key: string | null
  readonly item: boolean
  readonly itemIndent: number
  readonly rest: string
}

const keyOf = /^("[^"]*"|'[^']*'|[^\s#:{}[\],&*!|>'"%@`-][^:#{}[\],]*?)\s*:(?=\s|$)/
const word = /[A-Za-z0-9_.*~/@:+-]/

/**
 * A line's own indentation, that behind its dashes, and its key; null for what is empty or a
 * comment.
 */
function readLine(text: string): Line | null {
  let indent = text.length - text.trimStart().length
  let rest = text.slice(indent)
  if (rest === '' || rest.startsWith('#')) return null
  const itemIndent = indent
  let item = false
  while (/^-(\s|$)/.test(rest)) {
    item = true
    const step = rest.length - rest.slice(1).trimStart().length
    indent += Math.max(step, 2)
    rest = rest.slice(1).trimStart()
  }
  const key = keyOf.exec(rest)
  return {
    indent,
    item,
    itemIndent,
    key: key?.[1]?.replace(/^["']|["']$/g, '') ?? null,
    rest: key === null ? rest : rest.slice(key[0].length).trimStart(),
  }
}

export function placeAt(text: string, offset: number): Place {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const lines = text.slice(0, start).split('\n').slice(0, -1)
  const before = text.slice(start, offset)
  const end = text.indexOf('\n', offset)
  const line = text.slice(start, end < 0 ? text.length : end)

  let from = offset
  while (from > start && word.test(text[from - 1] ?? '')) from -= 1
  let to = offset
  while (to < start + line.length && word.test(text[to] ?? '')) to += 1

  const own = readLine(before) ?? {
    indent: before.length,
    item: false,
    itemIndent: before.length,
    key: null,
    rest: '',
  }
  const parents = above(lines, own.item ? own.itemIndent : own.indent, own.item)
  const base = own.item ? [...parents, '[]'] : parents
  const here = own.key === null ? base : [...base, own.key]
  const inner = flowOf(own.rest)
  const word_ = { typed: text.slice(from, offset), from, to }
  if (inner !== null) {
    const path = [...here, ...inner.path]
    return { path, kind: inner.kind, ...word_, beside: inner.beside, flow: true }
  }
  if (own.key !== null) return { path: here, kind: 'value', ...word_, beside: [], flow: false }
  // `- wor`: a member of a list, which may as well become the first key of a section.
  return {
    path: base,
    kind: 'key',
    ...word_,
    beside: siblings(text, lines.length, own.indent),
    flow: false,
  }
}

/** Keys of the sections around a line of that indentation, outermost first. */
function above(lines: readonly string[], indent: number, item: boolean): readonly string[] {
  const path: string[] = []
  let least = indent
  // A list may stand as far in as the key that it belongs to.
  let isItem = item
  for (let at = lines.length - 1; at >= 0 && (least > 0 || isItem); at--) {
    const read = readLine(lines[at] ?? '')
    if (read === null) continue
    if (
      read.key !== null &&
      read.rest === '' &&
      (read.indent < least || (isItem && !read.item && read.indent === least))
    ) {
      path.unshift(read.key)
      least = read.indent
      isItem = false
    }
    if (read.item && read.itemIndent < least && read.indent <= least) {
      path.unshift('[]')
      least = read.itemIndent
      isItem = true
    } else if (read.indent < least) least = read.indent
  }
  return path
}

/** Keys of the same section, above and below. */
function siblings(text: string, at: number, indent: number): readonly string[] {
  const lines = text.split('\n')
  const found: string[] = []
  for (const step of [-1, 1]) {
    for (let n = at + step; n >= 0 && n < lines.length; n += step) {
      const read = readLine(lines[n] ?? '')
      if (read === null) continue
      const outer = read.item ? read.itemIndent : read.indent
      if (read.indent < indent || (step > 0 && outer < indent)) break
      if (read.indent === indent && read.key !== null) found.push(read.key)
      if (outer < indent) break
    }
  }
  return found
}

/** Inside braces or brackets that are open at the end of `text`; null outside of them. */
function flowOf(text: string): {
  readonly path: readonly string[]
  readonly kind: 'key' | 'value'
  readonly beside: readonly string[]
} | null {
  const stack: { readonly open: string; key: string | null; keys: string[]; word: string }[] = []
  let quote = ''
  for (const sign of text) {
    const top = stack.at(-1)
    if (quote !== '') {
      if (sign === quote) quote = ''
      else if (top !== undefined) top.word += sign
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '{' || sign === '[') stack.push({ open: sign, key: null, keys: [], word: '' })
    else if (sign === '}' || sign === ']') stack.pop()
    else if (top === undefined) continue
    else if (sign === ':' && top.open === '{' && top.key === null) {
      top.key = top.word.trim()
      top.keys.push(top.key)
      top.word = ''
    } else if (sign === ',') {
      top.key = null
      top.word = ''
    } else top.word += sign
  }
  const last = stack.at(-1)
  if (last === undefined) return null
  const path = stack.flatMap(({ open, key }) => (open === '[' ? ['[]'] : key === null ? [] : [key]))
  return { path, kind: last.open === '{' && last.key === null ? 'key' : 'value', beside: last.keys }
}
