// Lines that are left out, as they are typed. Pure.
import {
  type Cut,
  joined,
  type LineRange,
  readCut,
} from '../../../../contract/approval/result-review.ts'

/** Empty: nothing is left out. Null: it cannot be read. */
export const readTyped = (typed: string): Cut | null => (typed.trim() === '' ? [] : readCut(typed))

export const cutText = (cut: readonly LineRange[]): string =>
  cut.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(',')

/** One line more, or one less. */
export function toggled(
  cut: readonly LineRange[],
  line: number,
  lines: number,
): readonly LineRange[] {
  const ranges = joined(cut, lines)
  const at = ranges.find(({ from, to }) => from <= line && line <= to)
  if (at === undefined) return joined([...ranges, { from: line, to: line }], lines)
  return ranges.flatMap((range) =>
    range === at
      ? [
          ...(at.from < line ? [{ from: at.from, to: line - 1 }] : []),
          ...(line < at.to ? [{ from: line + 1, to: at.to }] : []),
        ]
      : [range],
  )
}
