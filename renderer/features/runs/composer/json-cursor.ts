// Where in a JSON text that is being written the caret is: inside which member, at a key or at a
// value. Pure. Takes texts that are not whole yet; never parses, never throws.

export type JsonCursor = {
  /**
   * Keys from the outside in; `[]` for an item of a list. At a key: those of the object it is in.
   */
  readonly path: readonly string[]
  readonly at: 'key' | 'value'
  /** What would be replaced: the token under the caret with its quotes, or nothing. */
  readonly from: number
  readonly to: number
  /** What of it is before the caret, without the quote. */
  readonly typed: string
  /** Keys that the object has already, but for the one under the caret. */
  readonly keys: readonly string[]
}

type Frame = {
  readonly list: boolean
  expects: 'key' | 'colon' | 'value' | 'comma'
  key: string
  readonly keys: string[]
}
type Found = Omit<JsonCursor, 'keys'> & { readonly frame: Frame; readonly own: string | null }

/**
 * `start`: where the object begins. Null where nothing can be offered: after a whole value, or
 * outside.
 */
export function jsonCursor(text: string, start: number, caret: number): JsonCursor | null {
  const stack: Frame[] = []
  let found: Found | null = null
  let at = start
  const take = (from: number, to: number, token: string | null): void => {
    const frame = stack.at(-1)
    if (
      found !== null ||
      frame === undefined ||
      (frame.expects !== 'key' && frame.expects !== 'value')
    )
      return
    const key = frame.expects === 'key'
    const path = stack.slice(0, key ? -1 : undefined).map((each) => (each.list ? '[]' : each.key))
    const typed = token === null ? '' : text.slice(from, caret).replace(/^"/, '')
    found = { path, at: key ? 'key' : 'value', from, to, typed, frame, own: key ? token : null }
  }
  while (at < text.length) {
    const sign = text[at] ?? ''
    const end = tokenEnd(text, at)
    if (end > at) {
      const token = text.slice(at, end).replaceAll(/^"|"$/g, '')
      const closed = sign === '"' && end - at > 1 && text[end - 1] === '"'
      // At the end of a whole string one is behind it; a bare word may go on.
      if (caret > at && (closed ? caret < end : caret <= end)) take(at, end, token)
      else if (caret === at) take(at, end, token)
      const frame = stack.at(-1)
      if (frame?.expects === 'key') {
        frame.keys.push(token)
        frame.key = token
        frame.expects = 'colon'
      } else if (frame?.expects === 'value') frame.expects = 'comma'
      at = end
      continue
    }
    if (at === caret) take(at, at, null)
    move(stack, sign)
    at += 1
    if (stack.length === 0) break
  }
  if (at >= caret && at >= text.length) take(caret, caret, null)
  if (found === null) return null
  const { frame, own, ...rest } = found as Found
  const others = [...frame.keys]
  if (own !== null) others.splice(others.lastIndexOf(own), 1)
  return { ...rest, keys: others }
}

function move(stack: Frame[], sign: string): void {
  const frame = stack.at(-1)
  if (sign === '{') stack.push({ list: false, expects: 'key', key: '', keys: [] })
  else if (sign === '[') stack.push({ list: true, expects: 'value', key: '', keys: [] })
  else if (sign === '}' || sign === ']') {
    stack.pop()
    const outer = stack.at(-1)
    if (outer !== undefined) outer.expects = 'comma'
  } else if (sign === ':' && frame?.expects === 'colon') frame.expects = 'value'
  else if (sign === ',' && frame !== undefined) frame.expects = frame.list ? 'value' : 'key'
}

/** The end of the string or the bare word that begins here; the same place where none does. */
function tokenEnd(text: string, at: number): number {
  if (text[at] === '"') return at + (/^"(?:[^"\\\n]|\\.)*"?/.exec(text.slice(at))?.[0].length ?? 1)
  return at + (/^[\w.+-]+/.exec(text.slice(at))?.[0].length ?? 0)
}
