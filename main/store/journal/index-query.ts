// Turns a query into what the full-text index is asked. Pure. What the index cannot say is left to
// anyone who looks at the rows.
import { words, type FactKey, type Facts } from '../../../contract/journal/journal-facts.ts'
import {
  isWhole,
  ancestorsOf,
  SHORTEST_BEGINNING,
  wordsOfPiece,
} from '../../../contract/journal/journal-match.ts'
import {
  globOf,
  type JournalQuery,
  type Piece,
  type Term,
} from '../../../contract/journal/journal-query.ts'

/**
 * Never part of a word, and always part of a token: what keeps facts and words apart in one index.
 */
const mark = '\u0091'.repeat(6)
const longestWord = 64
/**
 * Of how many letters the index keeps beginnings; others are asked as the words that begin so,
 * where these are few.
 */
const BEGINNINGS = [3, 5] as const
const MOST_WORDS = 24

/**
 * A fact as a token of the index: its hash, so that no character of it can be taken for something
 * else.
 */
export const factToken = (key: FactKey, value: string): string =>
  mark + hash53(`${key}\n${value}`).toString(36)

/**
 * Facts that are asked for together. A row has a token for every two of these, so that what is
 * frequent apart and rare together, or never together, is looked up and not gone through.
 */
const paired: readonly FactKey[] = [
  'kind',
  'tool',
  'decision',
  'tier',
  'status',
  'answer',
  'route',
  'agent',
]
/** How many facts of one query are looked up in pairs; all others are on their own. */
const MOST_PAIRED = 6
type Fact = readonly [key: FactKey, value: string]
const pairToken = (one: Fact, other: Fact): string => {
  const [first, second] = [one.join('\n'), other.join('\n')].toSorted()
  return mark + hash53(`${first}\n\n${second}`).toString(36)
}

function pairsOf(facts: readonly Fact[]): string[] {
  return facts.flatMap((one, at) => facts.slice(at + 1).map((other) => pairToken(one, other)))
}

/** All tokens of one row, each once. */
export function tokensOfRow(facts: Facts, text: string): string {
  const tokens = new Set<string>()
  for (const word of words(text)) tokens.add(word.slice(0, longestWord))
  for (const [key, values] of Object.entries(facts) as [FactKey, readonly string[]][]) {
    for (const value of values) {
      if (key === 'path')
        for (const folder of ancestorsOf(value)) tokens.add(factToken(key, folder))
      else tokens.add(factToken(key, value))
    }
  }
  for (const pair of pairsOf(
    paired.flatMap((key) => (facts[key] ?? []).map((value) => [key, value] as const)),
  ))
    tokens.add(pair)
  return [...tokens].join(' ')
}

/**
 * Is alone in the index, every so many rows. Nothing that is asked for together can pass it, so a
 * statement that finds nothing still comes back, and can be broken off.
 */
export const MARK_TOKEN = mark

/**
 * `left`: what the index cannot say, to be looked at in the rows that it gives; their time is not
 * among it.
 */
export type IndexQuery = { readonly match: string; readonly left: JournalQuery }

/** What the index knows. Both give null where there are too many. */
export type Known = {
  /** The values of a key. */
  values(key: FactKey): readonly string[] | null
  /** The words that begin so. */
  words(beginning: string, most: number): readonly string[] | null
}

export function indexQuery(query: JournalQuery, known: Known): IndexQuery {
  const all: string[] = []
  const none: string[] = []
  const left: { terms: Term[]; pieces: Piece[] } = { terms: [], pieces: [] }
  const add = (part: Part, not: boolean): boolean => {
    if (!not) all.push(...part.all)
    else if (part.exact) none.push(...part.all)
    return part.exact
  }
  // Said twice is said once: a fact makes no pair with itself.
  const together = new Map<string, Fact>()
  for (const { key, values } of query.terms.filter(isPaired)) {
    const [value = ''] = values
    if (together.size < MOST_PAIRED) together.set(`${key}\n${value}`, [key, value])
  }
  const pairs = pairsOf([...together.values()])
  all.push(...pairs.map((pair) => `"${pair}"`))
  const isAsked = (term: Term): boolean =>
    pairs.length > 0 && isPaired(term) && together.has(`${term.key}\n${term.values[0] ?? ''}`)
  for (const term of query.terms)
    if (!isAsked(term) && !add(partOfTerm(term, known), term.not)) left.terms.push(term)
  for (const piece of query.pieces)
    if (!add(partOfPiece(piece, known), piece.not)) left.pieces.push(piece)
  // Every row has a fact, so their common beginning finds them all, and the marks between them.
  const wanted =
    all.length === 0
      ? `"${mark.slice(0, 3)}" *`
      : all.map((part) => `(${part} OR "${MARK_TOKEN}")`).join(' AND ')
  const match = none.length === 0 ? wanted : `(${wanted}) NOT (${none.join(' OR ')})`
  return { match, left: { ...left, since: null, until: null } }
}

const isPaired = ({ key, not, values }: Term): boolean =>
  !not && paired.includes(key) && values.length === 1 && !(values[0] ?? '*').includes('*')

/**
 * What a row has to have, all of it. `exact`: and a row that has it is one that is asked for; then
 * it is one thing.
 */
type Part = { readonly all: readonly string[]; readonly exact: boolean }
type OneOf = { readonly match: string | null; readonly exact: boolean }
const nothingToSay: Part = { all: [], exact: false }
/** No row in the index has one. */
const NOTHING = `"${mark}0"`

function partOfTerm({ key, values }: Term, known: Known): Part {
  const parts = values.map((value): OneOf => {
    if (key === 'path') return partOfPath(value)
    if (!value.includes('*')) return { match: `"${factToken(key, value)}"`, exact: true }
    const pattern = globOf(value)
    const meant = known.values(key)?.filter((each) => pattern.test(each)) ?? null
    if (meant === null || meant.length > 200) return { match: null, exact: false }
    const tokens = meant.length === 0 ? [NOTHING] : meant.map((each) => `"${factToken(key, each)}"`)
    return { match: `(${tokens.join(' OR ')})`, exact: true }
  })
  const matches = parts.flatMap(({ match }) => (match === null ? [] : [match]))
  if (matches.length < parts.length) return nothingToSay
  return { all: [`(${matches.join(' OR ')})`], exact: parts.every((part) => part.exact) }
}

function partOfPath(value: string): OneOf {
  const slashed = value.replaceAll('\\', '/')
  const star = slashed.indexOf('*')
  if (isWhole(value)) {
    const position = (
      star < 0 ? slashed : slashed.slice(0, slashed.lastIndexOf('/', star))
    ).replace(/\/+$/, '')
    return position === ''
      ? { match: null, exact: false }
      : { match: `"${factToken('path', position)}"`, exact: star < 0 }
  }
  // A path may be longer than the text of its row, so its words need not be in the index.
  return { match: null, exact: false }
}

function partOfPiece(piece: Piece, known: Known): Part {
  const tokens = wordsOfPiece(piece)
  const last = tokens.at(-1)
  if (last === undefined) return nothingToSay
  const goesOn = piece.text.endsWith(last) && Array.from(last).length >= SHORTEST_BEGINNING
  const parts = tokens.map((token, index) =>
    index === tokens.length - 1 && goesOn
      ? beginning(token, known)
      : { match: wordMatch(token), exact: token.length < longestWord },
  )
  const exact = tokens.length === 1 && piece.text === last && parts.every((part) => part.exact)
  return { all: parts.map(({ match }) => match), exact }
}

const wordMatch = (word: string): string => `"${word.slice(0, longestWord)}"`

/** A word that may go on. */
function beginning(
  word: string,
  known: Known,
): { readonly match: string; readonly exact: boolean } {
  const letters = Array.from(word)
  const length = BEGINNINGS.findLast((each) => letters.length >= each) ?? 0
  const stored = `"${letters.slice(0, length).join('')}" *`
  if (letters.length === length) return { match: stored, exact: true }
  const completions = word.length < longestWord ? known.words(word, MOST_WORDS) : null
  if (completions === null) return { match: stored, exact: false }
  return {
    match: completions.length === 0 ? NOTHING : `(${completions.map(wordMatch).join(' OR ')})`,
    exact: true,
  }
}

/**
 * 53 bits of a text; what falls together is told apart by looking at the rows no more often than a
 * disk errs.
 */
function hash53(text: string): number {
  let one = 0xdeadbeef
  let two = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return 4294967296 * (2097151 & two) + (one >>> 0)
}
