// What to write in place of a word that is none of a list.
import { nearest } from '../../../contract/nearest.ts'

/** The one that was meant, where one is near, and all of them. */
export function oneOf(word: string, known: readonly string[]): string {
  const meant = nearest(word, known)
  const guess = meant === null ? '' : `Did you mean ${meant}? `
  return `${guess}Use one of: ${known.join(', ')}.`
}
