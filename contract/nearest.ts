// Guesses what was meant by a misspelt word. Pure; knows no list of its own.

/**
 * Changes (insert, remove, replace, swap of neighbours) that turn `a` into `b`: the restricted
 * Damerau-Levenshtein distance.
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1)
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}

/**
 * The known word at most two changes away from `word`, the nearest first in list order; null when
 * none is near.
 */
export function nearest(word: string, known: readonly string[]): string | null {
  const plain = bare(word)
  let best: { readonly name: string; readonly distance: number } | null = null
  for (const name of known) {
    // Of two that only their numbers tell apart, one is no misspelling of the other: R9 is not R0.
    if (numberless(plain) === numberless(bare(name)) && plain !== bare(name)) continue
    const distance = editDistance(plain, bare(name))
    // A short word is two changes from nearly everything: demand that more than half of it stays.
    if (
      distance <= 2 &&
      distance * 2 <= plain.length &&
      (best === null || distance < best.distance)
    )
      best = { name, distance }
  }
  return best?.name ?? null
}

/** The one known word that begins with `word`; null when none does, or several. */
export function onlyBeginning<K extends string>(word: string, known: readonly K[]): K | null {
  const plain = bare(word)
  const found = plain === '' ? [] : known.filter((name) => bare(name).startsWith(plain))
  return found.length === 1 ? (found[0] ?? null) : null
}

/** A hint, behind the name that was probably meant. */
export function withGuess(word: string, known: readonly string[], hint: string): string {
  const meant = nearest(word, known) ?? onlyBeginning(word, known)
  return meant === null ? hint : `Did you mean ${meant}? ${hint}`
}

const numberless = (word: string): string => word.replaceAll(/\d+/g, '0')

const bare = (word: string): string => word.toLowerCase().replaceAll(/[-_ ]/g, '')
