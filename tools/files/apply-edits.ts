// Pieces of a text replaced, one after the other, each found exactly once or not at all. Pure.
import { failure, type Failure } from '../../contract/failure.ts'
import { hasWindowsEnds } from '../../contract/line-ends.ts'
import { err, ok, type Result } from '../../contract/result.ts'

export type Edit = { readonly old_text: string; readonly new_text: string }
export type Matching = 'exact' | 'lines'

/** All or none. A failure says which edit it was, where there are several. */
export function applyEdits(
  text: string,
  edits: readonly Edit[],
  matching: Matching,
  path: string,
): Result<string, Failure> {
  let edited = text
  for (const [at, edit] of edits.entries()) {
    const next = matching === 'exact' ? replaceOnce(edited, edit) : replaceLines(edited, edit)
    if (typeof next !== 'string') {
      const loosely = matching === 'exact' && typeof replaceLines(edited, edit) === 'string'
      return err(unfound(next, { at, of: edits.length, path, loosely }))
    }
    edited = next
  }
  return ok(edited)
}

/** The lines on which it begins, the first of them; none where it is not there. */
type Unfound = { readonly lines: readonly number[] }
const MOST_LINES = 5

function unfound(
  { lines }: Unfound,
  {
    at,
    of,
    path,
    loosely,
  }: {
    readonly at: number
    readonly of: number
    readonly path: string
    /** Its lines are there once with other white space or line ends. */
    readonly loosely: boolean
  },
): Failure {
  const which = of === 1 ? 'The old text' : `The old text of edit ${at + 1}`
  const rest = of === 1 ? '' : ' Nothing was changed.'
  return lines.length === 0
    ? failure(
        'edit.not-found',
        `${which} does not occur in ${path}.${rest}`,
        loosely
          ? 'The same lines are there with other white space or line ends: set matching to "lines".'
          : 'Read the file again and copy the text exactly.',
      )
    : failure(
        'edit.not-unique',
        `${which} occurs more than once in ${path}: it begins on lines ${lines.join(', ')}${lines.length < MOST_LINES ? '' : ' and perhaps further ones'}.${rest}`,
        'Add the lines around it until it occurs once.',
      )
}

/**
 * In a file whose lines all end in `\r\n`, a text that says nothing of `\r` means those line ends.
 */
function replaceOnce(text: string, { old_text, new_text }: Edit): string | Unfound {
  const windows = hasWindowsEnds(text)
  const as = (given: string): string =>
    windows && !given.includes('\r') ? given.replaceAll('\n', '\r\n') : given
  const old = as(old_text)
  const first = text.indexOf(old)
  if (first < 0) return { lines: [] }
  if (text.includes(old, first + 1)) return { lines: linesOf(text, old) }
  return text.slice(0, first) + as(new_text) + text.slice(first + old.length)
}

function linesOf(text: string, old: string): readonly number[] {
  const lines: number[] = []
  let line = 1
  let from = 0
  for (
    let at = text.indexOf(old);
    at >= 0 && lines.length < MOST_LINES;
    at = text.indexOf(old, at + 1)
  ) {
    line += text.slice(from, at).split('\n').length - 1
    from = at
    if (lines.at(-1) !== line) lines.push(line)
  }
  return lines
}

/**
 * Whole lines, whatever white space is before and behind them. The new lines are moved in or out
 * as the first of the old ones is.
 */
function replaceLines(text: string, { old_text, new_text }: Edit): string | Unfound {
  const lines = text.split('\n')
  const old = withoutEnd(old_text).split('\n')
  const wanted = old.map((line) => line.trim())
  const plain = lines.map((line) => line.trim())
  const starts: number[] = []
  for (let at = 0; at + wanted.length <= plain.length && starts.length < MOST_LINES; at += 1)
    if (wanted.every((line, index) => plain[at + index] === line)) starts.push(at)
  const [found, second] = starts
  if (found === undefined) return { lines: [] }
  if (second !== undefined) return { lines: starts.map((start) => start + 1) }
  const end = hasWindowsEnds(text) ? '\r' : ''
  const fresh =
    new_text === ''
      ? []
      : moved(withoutEnd(new_text).split('\n'), indentOf(old), indentOf(lines.slice(found))).map(
          (line) => `${line.replace(/\r$/, '')}${end}`,
        )
  return [...lines.slice(0, found), ...fresh, ...lines.slice(found + old.length)].join('\n')
}

const withoutEnd = (text: string): string => text.replace(/\r?\n$/, '')

/** Of the first line that has anything in it. */
const indentOf = (lines: readonly string[]): string =>
  /^[ \t]*/.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0] ?? ''

function moved(lines: readonly string[], from: string, to: string): readonly string[] {
  if (from === to) return lines
  return lines.map((line) =>
    line.trim() === '' ? line : line.startsWith(from) ? to + line.slice(from.length) : line,
  )
}
