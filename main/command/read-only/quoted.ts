// Pure. What quotes say of a word that only the shell can know.
import type { Word } from '../parse/words.ts'

/** One word, whatever is in it: quoted as a whole, and no list. */
export const isQuoted = ({ text }: Word): boolean => /^"[^"@*]*"$/.test(text)

/** One word, and no option. */
export const isOneWord = (word: Word): boolean =>
  word.prefix !== '' && !word.prefix.startsWith('-') && isQuoted(word)
