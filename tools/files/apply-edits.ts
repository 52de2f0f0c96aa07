// Pieces of a text replaced, one after the other, each found exactly once or not at all. Pure.
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { hasWindowsEnds } from '../../contract/line-ends.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'

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
    if (typeof next !== 'string') return err(unfound(next.times, at, edits.length, path))
    edited = next
  }
  return ok(edited)
}

type Unfound = { readonly times: 'none' | 'several' }

function unfound(times: Unfound['times'], at: number, of: number, path: string): Failure {
  const which = of === 1 ? 'The old text' : `The old text of edit ${at + 1}`
  const rest = of === 1 ? '' : ' Nothing was changed.'
  return times === 'none'
    ? failure(
        'edit.not-found',
        `${which} does not occur in ${path}.${rest}`,
        'Read the file again and copy the text exactly.',
      )
    : failure(
        'edit.not-unique',
        `${which} occurs more than once in ${path}.${rest}`,
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
  if (first < 0) return { times: 'none' }
  if (text.includes(old, first + 1)) return { times: 'several' }
  return text.slice(0, first) + as(new_text) + text.slice(first + old.length)
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
  for (let at = 0; at + wanted.length <= plain.length && starts.length < 2; at += 1)
    if (wanted.every((line, index) => plain[at + index] === line)) starts.push(at)
  const [found, second] = starts
  if (found === undefined) return { times: 'none' }
  if (second !== undefined) return { times: 'several' }
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
