// Lays out JSON, with or without comments. What is not JSON is refused with its place.
import type { JSONScanner } from 'jsonc-parser'
import { err, ok, type Result } from '../../contract/result.ts'

export type FormatBounds = {
  readonly indent: number
  /** As `performance.now` counts. */
  readonly until: number
  readonly mostChars: number
}

/** Levels inside each other: layout grows with depth times length. */
export const DEEPEST = 200

/** The error finishes "… cannot be formatted: ". */
export async function formatJson(
  text: string,
  { indent, until, mostChars, comments }: FormatBounds & { readonly comments: boolean },
): Promise<Result<string, string>> {
  const { createScanner, format } = await import('jsonc-parser')
  const read = readJson(createScanner(text, false), comments)
  if (!read.ok) return read
  // Known before it is laid out: a list deep down is mostly spaces.
  if (text.length + read.value * indent > mostChars)
    return err(`the result would be longer than ${mostChars} characters`)
  const edits = format(text, undefined, { tabSize: indent, insertSpaces: true, eol: '\n' })
  const parts: string[] = []
  let [at, length] = [0, 0]
  const add = (part: string): void => {
    parts.push(part)
    length += part.length
  }
  for (const edit of edits.toSorted((a, b) => a.offset - b.offset)) {
    add(text.slice(at, edit.offset))
    add(edit.content)
    at = edit.offset + edit.length
    if (length > mostChars) return err(`the result would be longer than ${mostChars} characters`)
    if (performance.now() > until) return err('it takes too long')
  }
  add(text.slice(at))
  const whole = parts.join('').trim()
  return whole.length > mostChars
    ? err(`the result would be longer than ${mostChars} characters`)
    : ok(`${whole}\n`)
}

/** What may come next. `first`: directly after an opening bracket, where it may close at once. */
type Wants = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'after'

// Kinds of jsonc-parser's scanner; its own list cannot be named under `isolatedModules`.
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COMMA, COLON] = [1, 2, 3, 4, 5, 6]
const [NULL, TRUE, FALSE, STRING, NUMBER] = [7, 8, 9, 10, 11]
const [LINE_COMMENT, BLOCK_COMMENT, LINE_BREAK, SPACE, END] = [12, 13, 14, 15, 17]
const LITERALS: readonly (number | undefined)[] = [NULL, TRUE, FALSE, STRING, NUMBER]

/**
 * Token by token, so that no depth overflows anything. Gives the levels of all its lines together.
 */
function readJson(scanner: JSONScanner, comments: boolean): Result<number, string> {
  const within: ('object' | 'list')[] = []
  let levels = 0
  let wants: Wants = 'value'
  for (;;) {
    const token: number = scanner.scan()
    const at = `line ${scanner.getTokenStartLine() + 1}, column ${scanner.getTokenStartCharacter() + 1}`
    const unexpected = err(`${at}: this does not belong here`)
    if (scanner.getTokenError() !== 0) return err(`${at}: a text, number or comment is not right`)
    if (token === LINE_BREAK || token === SPACE) continue
    if (token === LINE_COMMENT || token === BLOCK_COMMENT) {
      if (comments) continue
      return err(`${at}: JSON has no comments; take jsonc`)
    }
    if (token === END)
      return wants === 'after' && within.length === 0 ? ok(levels) : err(`${at}: it ends too early`)
    const open = within.at(-1)
    if (wants === 'after') {
      if (token === COMMA && open !== undefined) {
        levels += within.length
        wants =
          open === 'object' ? (comments ? 'first-key' : 'key') : comments ? 'first-value' : 'value'
        continue
      }
      if (!closes(token, open)) return unexpected
      within.pop()
      levels += within.length
      continue
    }
    if (wants === 'colon') {
      if (token !== COLON) return unexpected
      wants = 'value'
      continue
    }
    if ((wants === 'first-key' || wants === 'first-value') && closes(token, open)) {
      within.pop()
      wants = 'after'
      continue
    }
    if (wants === 'key' || wants === 'first-key') {
      if (token !== STRING) return unexpected
      wants = 'colon'
      continue
    }
    if (token === OPEN || token === OPEN_LIST) {
      within.push(token === OPEN ? 'object' : 'list')
      if (within.length > DEEPEST) return err(`${at}: it is nested deeper than ${DEEPEST} levels`)
      levels += within.length
      wants = token === OPEN ? 'first-key' : 'first-value'
      continue
    }
    if (!LITERALS.includes(token)) return unexpected
    wants = 'after'
  }
}

const closes = (token: number, open: 'object' | 'list' | undefined): boolean =>
  (token === CLOSE && open === 'object') || (token === CLOSE_LIST && open === 'list')
