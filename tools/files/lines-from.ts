// Part of a text by its lines, never more than one answer holds, and where to go on.
import { failure, type Failure } from '../../contract/failure.ts'
import type { FileText } from '../../contract/call/powers/file-power.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { ToolOutput } from '../../contract/call/tool.ts'

/** Below what the pipeline keeps of a result, so that the sentence at the end is always there. */
const MOST_CHARS = 48_000

type Wanted = { readonly path: string; readonly offset: number; readonly limit: number | null }

export function linesFrom(
  { text, bytes }: FileText,
  { path, offset, limit }: Wanted,
): Result<ToolOutput, Failure> {
  if (offset === 1 && limit === null && text.length <= MOST_CHARS)
    return ok({ text, data: { path, bytes } })
  const starts = lineStarts(text)
  const count = starts.length
  if (offset > Math.max(1, count))
    return err(
      failure(
        'file.no-line',
        `${path} has ${count} lines, so there is no line ${offset}.`,
        `Give an offset from 1 to ${count}.`,
      ),
    )
  const from = starts[offset - 1] ?? 0
  let last = offset - 1
  // At least one line, however long it is.
  do last += 1
  while (
    last < count &&
    (limit === null || last - offset + 1 < limit) &&
    (starts[last + 1] ?? text.length) - from <= MOST_CHARS
  )
  const part = text.slice(from, starts[last] ?? text.length)
  const tail =
    last >= count
      ? `[Lines ${offset} to ${count}; these are the last.]`
      : `[Lines ${offset} to ${last} of ${count}. Go on with offset ${last + 1}.]`
  return ok({
    text: `${part}${part.endsWith('\n') || part === '' ? '' : '\n'}${tail}`,
    data: { path, bytes, from: offset, to: last, lines: count, complete: last >= count },
  })
}

/** Where each line begins. A line feed at the very end begins none. */
function lineStarts(text: string): readonly number[] {
  const starts = text === '' ? [] : [0]
  for (
    let at = text.indexOf('\n');
    at >= 0 && at + 1 < text.length;
    at = text.indexOf('\n', at + 1)
  )
    starts.push(at + 1)
  return starts
}
