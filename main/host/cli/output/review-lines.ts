// A result that waits to be read, for a terminal: every line with its number, hidden characters shown.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { joined, linesOf } from '../../../../contract/approval/result-review.ts'
import type { LineRange } from '../../../../contract/approval/result-review.ts'
import { visible } from './show.ts'
import type { Paint } from './show.ts'

export function reviewLines(
  { review, cut }: Pick<Approval, 'review' | 'cut'>,
  { red, dim }: Paint,
): readonly (readonly [string, readonly string[]])[] {
  if (review === null) return []
  const lines = linesOf(review.text)
  const width = String(lines.length).length
  const out = joined(cut ?? [], lines.length)
  const isIn = (ranges: readonly LineRange[], line: number): boolean =>
    ranges.some(({ from, to }) => from <= line && line <= to)
  return [
    ['reads like instructions to a model', review.flags.map((flag) => red(visible(flag)))],
    [
      review.ok ? 'the result, line by line' : 'what the tool says of its failure',
      lines.map((text, at) => {
        const gone = isIn(out, at + 1)
        const number = dim(String(at + 1).padStart(width))
        return `${number} ${gone ? dim('left out') : ''}${isIn(review.flagged, at + 1) ? red('! ') : ''}${gone ? '' : visible(text)}`
      }),
    ],
    [
      'data beside the text',
      review.data === null ? [] : JSON.stringify(review.data, null, 2).split('\n').map(visible),
    ],
    ['withheld in any case', review.unshown.map(visible)],
  ]
}
