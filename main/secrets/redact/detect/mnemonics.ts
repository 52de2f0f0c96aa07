// Phrases that open wallets: 12 to 24 words of one list, of which the last holds a check sum
// (BIP-39).
import { createHash } from 'node:crypto'
import type { Finding } from '../known-secrets.ts'
import { mnemonicWords } from './mnemonic-words.ts'

export const MNEMONIC_RULE = 'wallet-phrase'

const BETWEEN = /^[ ,"']*$/
/** Twelve words of three letters and a space between them. */
const SHORTEST = 47
const COUNTS = [24, 21, 18, 15, 12]

/** The first four letters as one number: no two words of the list share them. */
function keyOf(text: string, at: number, end: number): number {
  let key = 0
  for (let letter = 0; letter < 4; letter++)
    key = (key << 5) | (at + letter < end ? text.charCodeAt(at + letter) & 31 : 0)
  return key
}

type WordList = {
  readonly positionOf: ReadonlyMap<number, number>
  /** Which keys there are, a bit for each: most words of a text are in no list. */
  readonly bits: Uint8Array
}

function readList(): WordList {
  const positionOf = new Map(mnemonicWords.map((word, at) => [keyOf(word, 0, word.length), at]))
  const bits = new Uint8Array(1 << 17)
  for (const key of positionOf.keys()) bits[key >> 3] = (bits[key >> 3] ?? 0) | (1 << (key & 7))
  return { positionOf, bits }
}

/** Read with the first text that is long enough: a command that only looks often has none. */
let wordList: WordList | null = null

/** No phrase fits between two steps. */
const STEP = SHORTEST - 1
/** As many words of the list in a row are a phrase without a look at the check sum. */
const MANY = 100

type Word = { readonly at: number; readonly end: number; readonly position: number }

/**
 * The longest good phrase at each place. Linear; of most text one word in a few is looked up, and
 * nothing else.
 */
export function findMnemonics(text: string): Finding[] {
  if (text.length < SHORTEST) return []
  const found: Finding[] = []
  for (let at = 0; at < text.length;) {
    const words = listedAround(text, at, 0, text.length)
    if (words.length >= 12) for (const row of unbroken(text, words)) found.push(...phrasesIn(row))
    at = Math.max(at + STEP, (words.at(-1)?.end ?? 0) + 1)
  }
  return found
}

/** Parted where something else than white space, a comma or a quote is between two words. */
function unbroken(text: string, words: readonly Word[]): Word[][] {
  const rows: Word[][] = []
  for (const word of words) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    if (row === undefined || last === undefined || !BETWEEN.test(text.slice(last.end, word.at)))
      rows.push([word])
    else row.push(word)
  }
  return rows.filter(({ length }) => length >= 12)
}

/** Words of the list without a break, on both sides of a place. */
function listedAround(text: string, at: number, start: number, end: number): Word[] {
  let word = wordFrom(text, at, start, end)
  if (word === null) return []
  const before: Word[] = []
  for (let one: Word | null = word; one !== null; one = wordBefore(text, one.at, start))
    before.push(one)
  const words = before.toReversed()
  while (word !== null) {
    word = wordFrom(text, word.end, start, end)
    if (word !== null) words.push(word)
  }
  return words
}

const isLetter = (code: number): boolean => code >= 97 && code <= 122

/** The word at a place, or the first one after it; null where it is not in the list. */
function wordFrom(text: string, at: number, start: number, end: number): Word | null {
  let from = at
  if (!isLetter(text.charCodeAt(from)))
    while (from < end && from - at < 6 && !isLetter(text.charCodeAt(from))) from += 1
  else while (from > start && at - from < 9 && isLetter(text.charCodeAt(from - 1))) from -= 1
  // Longer than any word of the list.
  if (at - from >= 9) return null
  let to = from
  while (to < end && to - from < 9 && isLetter(text.charCodeAt(to))) to += 1
  return listed(text, from, to)
}

function wordBefore(text: string, at: number, start: number): Word | null {
  let to = at
  while (to > start && at - to < 4 && !isLetter(text.charCodeAt(to - 1))) to -= 1
  let from = to
  while (from > start && to - from < 9 && isLetter(text.charCodeAt(from - 1))) from -= 1
  return listed(text, from, to)
}

function listed(text: string, at: number, end: number): Word | null {
  if (end - at < 3 || end - at > 8) return null
  const key = keyOf(text, at, end)
  wordList ??= readList()
  const { positionOf, bits } = wordList
  if (((bits[key >> 3] ?? 0) & (1 << (key & 7))) === 0) return null
  const position = positionOf.get(key)
  if (position === undefined) return null
  const word = mnemonicWords[position] ?? ''
  return word.length === end - at && text.startsWith(word, at) ? { at, end, position } : null
}

function phrasesIn(words: readonly Word[]): Finding[] {
  const [first, last] = [words[0], words.at(-1)]
  if (words.length >= MANY && first !== undefined && last !== undefined)
    return [{ start: first.at, end: last.end, name: MNEMONIC_RULE }]
  const found: Finding[] = []
  for (let from = 0; from + 12 <= words.length;) {
    const count = COUNTS.find(
      (many) =>
        from + many <= words.length &&
        isGood(words.slice(from, from + many).map(({ position }) => position)),
    )
    const [start, end] = [words[from], words[from + (count ?? 1) - 1]]
    if (count !== undefined && start !== undefined && end !== undefined)
      found.push({ start: start.at, end: end.end, name: MNEMONIC_RULE })
    from += count ?? 1
  }
  return found
}

function isGood(positions: readonly number[]): boolean {
  const binary = positions.map((position) => position.toString(2).padStart(11, '0')).join('')
  const length = (positions.length * 32) / 3
  const bytes = Buffer.from(
    Array.from({ length: length / 8 }, (_, at) =>
      Number.parseInt(binary.slice(at * 8, at * 8 + 8), 2),
    ),
  )
  const hash = (createHash('sha256').update(bytes).digest()[0] ?? 0).toString(2).padStart(8, '0')
  return binary.slice(length) === hash.slice(0, positions.length / 3)
}
