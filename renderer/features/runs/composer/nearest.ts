// Finds what was probably meant. Pure.

/**
 * The word that differs least from what was typed; null when none is near enough to be worth a
 * guess.
 */
export function nearest(typed: string, words: readonly string[]): string | null {
  const most = Math.max(1, Math.floor(typed.length / 3))
  const near = words
    .map((word) => ({ word, away: away(typed.toLowerCase(), word.toLowerCase()) }))
    .filter((each) => each.away <= most)
  return near.toSorted((a, b) => a.away - b.away)[0]?.word ?? null
}

/** Letters to add, drop, change or swap with a neighbour. */
function away(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const cell = (i: number, j: number): number => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const change = cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swap =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? cell(i - 2, j - 2) + 1
          : Infinity
      row.push(Math.min(change, swap, cell(i - 1, j) + 1, cell(i, j - 1) + 1))
    }
  }
  return cell(a.length, b.length)
}
