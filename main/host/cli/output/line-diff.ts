// Which lines differ between two texts. Pure. Never leaves out a changed line.

export type DiffLine = { readonly sign: ' ' | '-' | '+'; readonly text: string }
/**
 * Some lines together, with the line of the old and of the new text at which they begin, from 1.
 */
export type Hunk = {
  readonly oldLine: number
  readonly newLine: number
  readonly lines: readonly DiffLine[]
}

/** Above this many comparisons the changed middle is shown as all old, then all new. */
const mostWork = 4_000_000
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
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++
  let end = 0
  while (
    end < Math.min(old.length, now.length) - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ sign: ' ', text }))
  const middle = changed(old.slice(start, old.length - end), now.slice(start, now.length - end))
  return [...same(old.slice(0, start)), ...middle, ...same(old.slice(old.length - end))]
}

/** The longest common run of lines stays; the rest goes or comes. */
function changed(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  const width = now.length + 1
  if (old.length * now.length > mostWork)
    return [
      ...old.map((text) => ({ sign: '-' as const, text })),
      ...now.map((text) => ({ sign: '+' as const, text })),
    ]
  const common = new Uint32Array((old.length + 1) * width)
  const at = (i: number, j: number): number => common[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    const gone = old[i]
    const came = now[j]
    if (gone !== undefined && gone === came) {
      lines.push({ sign: ' ', text: gone })
      i += 1
      j += 1
    } else if (gone !== undefined && (came === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ sign: '-', text: gone })
      i += 1
    } else {
      lines.push({ sign: '+', text: came ?? '' })
      j += 1
    }
  }
  return lines
}

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
