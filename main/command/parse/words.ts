// Pure. What of a word is known before the shell runs it.
import type { Word as WordNode, WordPart } from 'unbash'
import { plainValue } from './read-tokens.ts'

export type WordPath = {
  /** Relative, absolute, or beginning with `~`; only the home of anyone who runs it is meant. */
  readonly at: string
  /** False: something below it, by a pattern or by whatever fills a `{}`. */
  readonly whole: boolean
}

export type Word = {
  readonly text: string
  /** After quotes are taken off; null when only the shell can know. */
  readonly value: string | null
  /** What it surely begins with. */
  readonly prefix: string
  /** As a path; null when it could be any. */
  readonly path: WordPath | null
  /** Every shell makes the same of it. */
  readonly plain: boolean
  /** Whatever it turns out to be, it is no option. */
  readonly operand?: true
}

export const unknownWord = (text: string): Word => ({
  text,
  value: null,
  prefix: '',
  path: null,
  plain: false,
})
/** A word that means something below a folder, as `{}` of find does. */
export const below = (text: string, at: string): Word => ({
  text,
  value: null,
  prefix: at,
  path: { at, whole: false },
  plain: false,
})
export const knownWord = (value: string, text = value): Word => ({
  text,
  value,
  prefix: value,
  path: literalPath(value),
  plain: true,
})

/** The folder a command runs in, where it says nothing of folders. */
export const HERE: Word = {
  text: '.',
  value: '.',
  prefix: '.',
  path: { at: '.', whole: true },
  plain: true,
}

/** A quoted `~` is a name like any other. */
const literalPath = (value: string): WordPath => ({
  at: value.startsWith('~') ? `./${value}` : value,
  whole: true,
})

/** May it be an option, for all that is known? */
export const mayBeOption = ({ value, prefix, operand }: Word): boolean =>
  value === null
    ? operand !== true && (prefix === '' || prefix.startsWith('-'))
    : value.startsWith('-') && value !== '-'

/** What a process substitution is called where it is used. */
const PIPE = '/dev/fd/'

type Piece = { readonly text: string } | 'home' | 'pattern' | 'unknown'

/** Without any sign that a shell reads as more than itself. */
const isBare = (text: string): boolean => /^[\w./-]+$/.test(text)

export function readWord(node: WordNode): Word {
  if (node.parts?.length === 1 && node.parts[0]?.type === 'ProcessSubstitution') {
    return {
      text: node.text,
      value: null,
      prefix: PIPE,
      path: { at: `${PIPE}63`, whole: true },
      plain: false,
    }
  }
  const pieces = node.parts === undefined ? [{ text: node.value }] : node.parts.flatMap(pieceOf)
  // `~name` is another's home; `~+` and `~-` hang on where the shell was.
  if (node.text.startsWith('~')) {
    const name = /^~[^/]*/.exec(node.text)?.[0] ?? '~'
    const first = pieces[0]
    if (name !== '~') pieces.unshift('unknown')
    else if (first !== undefined && typeof first === 'object')
      pieces.splice(0, 1, 'home', { text: first.text.slice(1) })
  }
  let prefix = ''
  let rest: Piece | undefined
  for (const piece of pieces) {
    if (typeof piece === 'object') prefix += piece.text
    else {
      rest = piece
      break
    }
  }
  if (rest === undefined)
    return {
      text: node.text,
      value: prefix,
      prefix,
      path: literalPath(prefix),
      plain: (isBare(node.text) ? node.text : plainValue(node.text)) === prefix,
    }
  return { text: node.text, value: null, prefix, path: pathOf(pieces), plain: false }
}

/**
 * `{a,b}` of plain names: each of them stays in the folder before it, like what a pattern finds. A
 * shell that does not know it takes it for a name.
 */
const CHOICES = /^\{\w[\w-]*(?:\.\w+)*(?:,\w[\w-]*(?:\.\w+)*)+\}$/

function pieceOf(part: WordPart): Piece[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [{ text: part.value }]
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.length === 0 ? [{ text: '' }] : part.parts.flatMap(pieceOf)
    case 'Glob':
      return ['pattern']
    case 'SimpleExpansion':
      return [part.text === '$HOME' ? 'home' : 'unknown']
    case 'ParameterExpansion':
      return [part.text === '${HOME}' ? 'home' : 'unknown']
    case 'BraceExpansion':
      return [CHOICES.test(part.text) ? 'pattern' : 'unknown']
    case 'ArithmeticExpansion':
    case 'CommandExpansion':
    case 'ExtendedGlob':
    case 'ProcessSubstitution':
      return ['unknown']
  }
}

/** A known folder at the front is enough, as long as nothing behind it can climb out. */
function pathOf(pieces: readonly Piece[]): WordPath | null {
  let at = ''
  for (const [index, piece] of pieces.entries()) {
    if (typeof piece === 'object') at += piece.text
    else if (piece === 'home' && index === 0) at = '~'
    else if (
      piece === 'pattern' &&
      !/(^|\/)\.\.?$/.test(at) &&
      pieces.slice(index).every((later) => later === 'pattern' || isSubstitution(later))
    )
      return { at: at.slice(0, at.lastIndexOf('/') + 1) || '.', whole: false }
    else return null
  }
  return at === '~' || at.startsWith('~/') ? { at, whole: true } : null
}

const isSubstitution = (piece: Piece): boolean =>
  typeof piece === 'object' && !/(^|\/)\.\./.test(piece.text)
