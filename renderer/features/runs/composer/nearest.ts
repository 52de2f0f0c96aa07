// Finds what was probably meant. Pure.
import { editDistance } from '../../../../contract/nearest.ts'

/**
 * The word that differs least from what was typed; null when none is near enough to be worth a
 * guess.
 */
export function nearest(typed: string, words: readonly string[]): string | null {
  const most = Math.max(1, Math.floor(typed.length / 3))
  const near = words
    .map((word) => ({ word, away: editDistance(typed.toLowerCase(), word.toLowerCase()) }))
    .filter((each) => each.away <= most)
  return near.toSorted((a, b) => a.away - b.away)[0]?.word ?? null
}
