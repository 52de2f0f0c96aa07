// Turns line changes into rows to show. Pure. Never drops a changed line.

export type Change = {
  readonly value: string
  readonly added?: boolean
  readonly removed?: boolean
}
export type DiffRow =
  | { readonly kind: 'add' | 'del' | 'same'; readonly number: number; readonly text: string }
  | { readonly kind: 'skip'; readonly lines: number }

/** Unchanged lines kept on either side of a change. */
const around = 3

/**
 * @param keep whether an unchanged line, by its number in the new text, is drawn wherever it is.
 */
export function diffRows(
  changes: readonly Change[],
  keep: (line: number) => boolean = () => false,
): readonly DiffRow[] {
  const rows: DiffRow[] = []
  let oldLine = 1
  let newLine = 1
  changes.forEach((change, index) => {
    const lines = linesOf(change.value)
    if (change.removed === true)
      for (const text of lines) rows.push({ kind: 'del', number: oldLine++, text })
    else if (change.added === true)
      for (const text of lines) rows.push({ kind: 'add', number: newLine++, text })
    else {
      const head = index === 0 ? 0 : around
      const tail = index === changes.length - 1 ? 0 : around
      const skipped = lines.length - head - tail
      lines.forEach((text, at) => {
        const folded = skipped > 1 && at >= head && at < lines.length - tail && !keep(newLine)
        const last = rows.at(-1)
        if (!folded) rows.push({ kind: 'same', number: newLine, text })
        else if (at > head && last?.kind === 'skip')
          rows[rows.length - 1] = { kind: 'skip', lines: last.lines + 1 }
        else rows.push({ kind: 'skip', lines: 1 })
        newLine += 1
        oldLine += 1
      })
    }
  })
  return rows
}

/** How many lines a change adds and takes away. */
export function diffCounts(changes: readonly Change[]): {
  readonly added: number
  readonly removed: number
} {
  let added = 0
  let removed = 0
  for (const change of changes) {
    if (change.added === true) added += linesOf(change.value).length
    if (change.removed === true) removed += linesOf(change.value).length
  }
  return { added, removed }
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
