// The difference of two texts as lines of a terminal; colours only repeat the signs.
import { lineDiff } from './line-diff.ts'
import { visible } from './show.ts'
import type { Paint } from './show.ts'

export function diffLines(
  before: string | null,
  after: string,
  { red, green, dim }: Paint,
): string[] {
  const hunks = lineDiff(before, after)
  if (hunks.length === 0) return [after === '' && before === null ? '(empty)' : '(no line changes)']
  const tone = { ' ': (text: string) => text, '-': red, '+': green }
  return hunks.flatMap(({ oldLine, newLine, lines }) => [
    dim(`@@ -${oldLine} +${newLine} @@`),
    ...lines.map(({ sign, text }) => tone[sign](`${sign} ${visible(text)}`)),
  ])
}
