// What to write in place of a word that is none of a list.
import { withGuess } from '../../../contract/nearest.ts'

/** The one that was meant, where one is near, and all of them. */
export const oneOf = (word: string, known: readonly string[]): string =>
  withGuess(word, known, `Use one of: ${known.join(', ')}.`)
