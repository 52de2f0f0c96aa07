// Finds what was probably meant. Pure.

/** The word nearest to what was typed, or null when none is near enough to be worth a guess. */
export function closest(typed: string, words: readonly string[]): string | null {
  let best: string | null = null
  // A third of the letters may be wrong, at least one.
  let limit = Math.max(1, Math.floor(typed.length / 3))
  for (const word of words) {
    const away = distance(typed, word)
    if (away <= limit) {
      if (best === null || away < limit) best = word
      limit = away
    }
  }
  return best
}

/** Letters to add, drop, change or swap with a neighbour (optimal string alignment). */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(change, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
