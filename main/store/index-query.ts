// Turns a query into what the full-text index is asked. Pure. What the index cannot say is left to whoever looks at the rows.
import type { FactKey, Facts } from '../../contract/journal-facts.ts'
import { words } from '../../contract/journal-facts.ts'
import { isWhole, placesOf, SHORTEST_BEGINNING, wordsOfPiece } from '../../contract/journal-match.ts'
import { globOf, type JournalQuery, type Piece, type Term } from '../../contract/journal-query.ts'

/** Never part of a word, and always part of a token: what keeps facts and words apart in one index. */
const mark = '\u0091'.repeat(6)
const longestWord = 64
/** How many letters of a beginning the index keeps; what a longer one says beyond that is looked at in the rows. */
const BEGINNINGS = [3, 5] as const
const kept = (word: string): number => BEGINNINGS.findLast((length) => Array.from(word).length >= length) ?? 0

/** A fact as a token of the index: its hash, so that no character of it can be taken for something else. */
export const factToken = (key: FactKey, value: string): string => mark + hash53(`${key}\n${value}`).toString(36)

/**
 * Facts that are asked for together. A row has a token for every two of these, so that what is frequent apart and rare
 * together, or never together, is looked up and not gone through.
 */
const paired: readonly FactKey[] = ['kind', 'tool', 'decision', 'tier', 'status', 'answer', 'route', 'agent']
/** How many facts of one query are looked up in pairs; all others are by themselves. */
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
      if (key === 'path') for (const place of placesOf(value)) tokens.add(factToken(key, place))
      else tokens.add(factToken(key, value))
    }
  }
  for (const pair of pairsOf(paired.flatMap((key) => (facts[key] ?? []).map((value) => [key, value] as const)))) tokens.add(pair)
  return [...tokens].join(' ')
}

/** `exact`: every row that the index gives is one the query asks for, but for its time. */
export type IndexQuery = { readonly match: string; readonly exact: boolean }

/** `seen`: the known values of a key, or null where they are too many. */
export function indexQuery(query: JournalQuery, seen: (key: FactKey) => readonly string[] | null): IndexQuery {
  const all: string[] = []
  const none: string[] = []
  let exact = true
  const add = (part: Part, not: boolean): void => {
    exact &&= part.exact
    if (part.match === null) exact = false
    else if (!not) all.push(part.match)
    else if (part.exact) none.push(part.match)
  }
  // Said twice is said once: a fact makes no pair with itself.
  const together = new Map<string, Fact>()
  for (const { key, values } of query.terms.filter(isPaired)) {
    const [value = ''] = values
    if (together.size < MOST_PAIRED) together.set(`${key}\n${value}`, [key, value])
  }
  const pairs = pairsOf([...together.values()])
  all.push(...pairs.map((pair) => `"${pair}"`))
  const isAsked = (term: Term): boolean => pairs.length > 0 && isPaired(term) && together.has(`${term.key}\n${term.values[0] ?? ''}`)
  for (const term of query.terms) if (!isAsked(term)) add(partOfTerm(term, seen), term.not)
  for (const piece of query.pieces) add(partOfPiece(piece), piece.not)
  // Every row has a fact, so their common beginning finds them all.
  const wanted = all.length === 0 ? `"${mark.slice(0, 3)}" *` : all.join(' AND ')
  return { match: none.length === 0 ? wanted : `(${wanted}) NOT (${none.join(' OR ')})`, exact }
}

const isPaired = ({ key, not, values }: Term): boolean =>
  !not && paired.includes(key) && values.length === 1 && !(values[0] ?? '*').includes('*')

/** `match` null: the index has nothing to say of it. */
type Part = { readonly match: string | null; readonly exact: boolean }

function partOfTerm({ key, values }: Term, seen: (key: FactKey) => readonly string[] | null): Part {
  const parts = values.map((value): Part => {
    if (key === 'path') return partOfPath(value)
    if (!value.includes('*')) return { match: `"${factToken(key, value)}"`, exact: true }
    const pattern = globOf(value)
    const known = seen(key)?.filter((each) => pattern.test(each)) ?? null
    if (known === null || known.length > 200) return { match: null, exact: false }
    // None is known: no row in the index has one.
    const tokens = known.length === 0 ? [`"${mark}"`] : known.map((each) => `"${factToken(key, each)}"`)
    return { match: `(${tokens.join(' OR ')})`, exact: true }
  })
  const matches = parts.flatMap(({ match }) => (match === null ? [] : [match]))
  if (matches.length < parts.length) return { match: null, exact: false }
  return { match: `(${matches.join(' OR ')})`, exact: parts.every((part) => part.exact) }
}

function partOfPath(value: string): Part {
  const slashed = value.replaceAll('\\', '/')
  const star = slashed.indexOf('*')
  if (isWhole(value)) {
    const place = (star < 0 ? slashed : slashed.slice(0, slashed.lastIndexOf('/', star))).replace(/\/+$/, '')
    return place === '' ? { match: null, exact: false } : { match: `"${factToken('path', place)}"`, exact: star < 0 }
  }
  // A path may be longer than the text of its row, so its words need not be in the index.
  return { match: null, exact: false }
}

function partOfPiece(piece: Piece): Part {
  const tokens = wordsOfPiece(piece)
  const last = tokens.at(-1)
  if (last === undefined) return { match: null, exact: false }
  const goesOn = piece.text.endsWith(last) && Array.from(last).length >= SHORTEST_BEGINNING
  const match = tokens.map((token, index) => {
    if (index < tokens.length - 1 || !goesOn) return `"${token.slice(0, longestWord)}"`
    return `"${Array.from(token).slice(0, kept(token)).join('')}" *`
  })
  const exact = tokens.length === 1 && piece.text === last && (!goesOn || Array.from(last).length === kept(last))
  return { match: match.join(' AND '), exact }
}

/** 53 bits of a text; what falls together is told apart by looking at the rows no more often than a disk errs. */
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
