// Which lines differ between two texts. Pure. Never leaves out a changed line.
import { diffArrays } from 'diff'

export type DiffLine = { readonly sign: ' ' | '-' | '+'; readonly text: string }
/**
 * Some lines together, with the line of the old and of the new text at which they begin, from 1.
 */
export type Hunk = {
  readonly oldLine: number
  readonly newLine: number
  readonly lines: readonly DiffLine[]
}

/** More than these are not searched for what stayed: all old is shown, then all new. */
const mostChanges = 2_000
const around = 3

export function lineDiff(before: string | null, after: string): readonly Hunk[] {
  return hunksOf(allLines(before === null ? [] : linesOf(before), linesOf(after)))
}

const linesOf = (text: string): readonly string[] => {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  else lines.push('(no line end at the end of the file)')
  return lines
}

function allLines(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  const parts = diffArrays([...old], [...now], { maxEditLength: mostChanges })
  if (parts === undefined) return [...signed('-', old), ...signed('+', now)]
  return parts.flatMap(({ removed, added, value }) =>
    signed(removed ? '-' : added ? '+' : ' ', value),
  )
}

const signed = (sign: DiffLine['sign'], lines: readonly string[]): readonly DiffLine[] =>
  lines.map((text) => ({ sign, text }))

function hunksOf(lines: readonly DiffLine[]): readonly Hunk[] {
  const near = new Set<number>()
  lines.forEach(({ sign }, at) => {
    if (sign !== ' ') for (let by = -around; by <= around; by++) near.add(at + by)
  })
  const hunks: { oldLine: number; newLine: number; lines: DiffLine[] }[] = []
  let [oldLine, newLine] = [1, 1]
  let open: (typeof hunks)[number] | null = null
  lines.forEach((line, at) => {
    if (!near.has(at)) open = null
    else if (open === null) hunks.push((open = { oldLine, newLine, lines: [line] }))
    else open.lines.push(line)
    if (line.sign !== '+') oldLine += 1
    if (line.sign !== '-') newLine += 1
  })
  return hunks
}
