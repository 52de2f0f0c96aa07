// Phrases that open wallets: 12 to 24 words of one list, of which the last holds a check sum (BIP-39).
import { createHash } from 'node:crypto'
import type { Finding } from './known-secrets.ts'
import { mnemonicWords } from './mnemonic-words.ts'
import { charactersOf, runsOf } from './runs.ts'

export const MNEMONIC_RULE = 'wallet-phrase'

const LETTERS = charactersOf(/[a-z ,"']/)
/** Twelve words of three letters and a space between them. */
const SHORTEST = 47
const COUNTS = [24, 21, 18, 15, 12]

const placeOf: ReadonlyMap<string, number> = new Map(mnemonicWords.map((word, at) => [word, at]))

/** The longest good phrase at each place. Linear in the length of the text. */
export function findMnemonics(text: string): Finding[] {
  const found: Finding[] = []
  for (const { start, end } of runsOf(text, LETTERS, SHORTEST)) {
    let words: { readonly at: number; readonly end: number; readonly place: number }[] = []
    for (const { 0: word, index } of text.slice(start, end).matchAll(/[a-z]+/g)) {
      const place = placeOf.get(word)
      if (place === undefined) {
        if (words.length >= 12) found.push(...phrasesIn(words))
        words = []
      } else words.push({ at: start + index, end: start + index + word.length, place })
    }
    if (words.length >= 12) found.push(...phrasesIn(words))
  }
  return found
}

function phrasesIn(words: readonly { readonly at: number; readonly end: number; readonly place: number }[]): Finding[] {
  const found: Finding[] = []
  for (let from = 0; from + 12 <= words.length;) {
    const count = COUNTS.find((many) => from + many <= words.length && isGood(words.slice(from, from + many).map(({ place }) => place)))
    const [first, last] = [words[from], words[from + (count ?? 1) - 1]]
    if (count !== undefined && first !== undefined && last !== undefined)
      found.push({ start: first.at, end: last.end, name: MNEMONIC_RULE })
    from += count ?? 1
  }
  return found
}

function isGood(places: readonly number[]): boolean {
  const bits = places.map((place) => place.toString(2).padStart(11, '0')).join('')
  const length = (places.length * 32) / 3
  const bytes = Buffer.from(Array.from({ length: length / 8 }, (_, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2)))
  const hash = (createHash('sha256').update(bytes).digest()[0] ?? 0).toString(2).padStart(8, '0')
  return bits.slice(length) === hash.slice(0, places.length / 3)
}
