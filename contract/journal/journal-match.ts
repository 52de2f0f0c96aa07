// Whether a row is one that a query asks for. Pure. An index has to find exactly the same rows.
import { type Facts, words } from './journal-facts.ts'
import { globOf, type JournalQuery, type Piece, type Term } from './journal-query.ts'

/** A row as a query sees it. `text` as `textOf` gives it. */
export type Findable = { readonly at: number; readonly facts: Facts; readonly text: string }
export type Matcher = (row: Findable) => boolean

/** Shorter words are matched whole: the beginning of nearly everything is no search. */
export const SHORTEST_BEGINNING = 3

export function matcher(query: JournalQuery): Matcher {
  const pieces = query.pieces.map((piece) => ({ not: piece.not, pattern: patternOf(piece) }))
  const terms = query.terms.map((term) => ({ term, holds: holdsFor(term) }))
  const { since, until } = query
  return ({ at, facts, text }) =>
    (since === null || at >= since) &&
    (until === null || at < until) &&
    terms.every(({ term, holds }) => (facts[term.key] ?? []).some(holds) !== term.not) &&
    pieces.every(({ not, pattern }) => pattern.test(text) !== not)
}

const inWord = '[\\p{L}\\p{N}_]'

/** Found where a word begins; the last word may go on, unless it is too short for that. */
function patternOf({ text }: Piece): RegExp {
  const begins = new RegExp(`^${inWord}`, 'u').test(text) ? `(?<!${inWord})` : ''
  const last = new RegExp(`${inWord}+$`, 'u').exec(text)?.[0] ?? ''
  const ends = last !== '' && Array.from(last).length < SHORTEST_BEGINNING ? `(?!${inWord})` : ''
  return new RegExp(`${begins}${text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}${ends}`, 'u')
}

function holdsFor({ key, values }: Term): (fact: string) => boolean {
  const tests = values.map((value): ((fact: string) => boolean) => {
    if (value.includes('*')) {
      const pattern = globOf(value)
      return (fact) => pattern.test(fact)
    }
    return key === 'path' ? (fact) => isPathAt(fact, value) : (fact) => fact === value
  })
  return (fact) => tests.some((test) => test(fact))
}

/**
 * A whole path is that place and everything below it; part of one is found where a name begins and
 * ends.
 */
function isPathAt(path: string, value: string): boolean {
  const slashed = path.replaceAll('\\', '/')
  const wanted = value.replaceAll('\\', '/').replace(/\/+$/, '')
  if (isWhole(value)) return wanted === '' || slashed === wanted || slashed.startsWith(`${wanted}/`)
  return `${slashed}/`.includes(`/${wanted}/`)
}

export const isWhole = (path: string): boolean =>
  path.startsWith('/') || path.startsWith('\\') || /^[a-z]:/i.test(path)

/** A path and the folders that it lies in, outermost first, with slashes. */
export function ancestorsOf(path: string): string[] {
  const parts = path.replaceAll('\\', '/').split('/')
  const folders: string[] = []
  for (let end = 1; end <= parts.length && end <= 32; end++) {
    const folder = parts.slice(0, end).join('/')
    if (folder !== '') folders.push(folder)
  }
  if (parts.length > 32) folders.push(parts.join('/'))
  return folders
}

export const wordsOfPiece = ({ text }: Piece): string[] => words(text)
