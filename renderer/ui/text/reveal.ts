// Makes visible what a text could hide. Pure.
// A person approves what they see: control, bidirectional, zero-width and look-alike characters
// become tokens.
import { HIDDEN_CHARACTERS } from '../../../contract/hidden-characters.ts'
import { lookAlikes } from '../../../contract/look-alikes.ts'

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'token'; readonly code: string; readonly name: string }

const hidden = new RegExp(`[${HIDDEN_CHARACTERS}]`, 'u')
const plain = new Set(['\n', '\t'])

const names: Readonly<Record<string, string>> = {
  '0000': 'null',
  '0007': 'bell',
  '0008': 'backspace',
  '000D': 'carriage return',
  '001B': 'escape',
  '007F': 'delete',
  '00A0': 'no-break space',
  '00AD': 'soft hyphen',
  '200B': 'zero-width space',
  '200C': 'zero-width non-joiner',
  '200D': 'zero-width joiner',
  '200E': 'left-to-right mark',
  '200F': 'right-to-left mark',
  '202A': 'left-to-right embedding',
  '202B': 'right-to-left embedding',
  '202C': 'end of direction',
  '202D': 'left-to-right override',
  '202E': 'right-to-left override',
  '2060': 'word joiner',
  '2066': 'left-to-right isolate',
  '2067': 'right-to-left isolate',
  '2068': 'first-strong isolate',
  '2069': 'end of isolate',
  FEFF: 'byte order mark',
}

/**
 * The text in pieces. Joining the texts and the tokens' characters gives the input back: nothing is
 * dropped. `prose`: see `lookAlikes`.
 */
export function reveal(text: string, prose = false): readonly Piece[] {
  const pieces: Piece[] = []
  const alike = lookAlikes(text, prose)
  let run = ''
  let at = 0
  for (const character of text) {
    const disguised = alike.has(at)
    at += character.length
    if (plain.has(character) || (!disguised && !hidden.test(character))) {
      run += character
      continue
    }
    if (run !== '') pieces.push({ kind: 'text', text: run })
    run = ''
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    const name = disguised
      ? `${character} ${scriptOf(character)}`
      : (names[code] ?? 'hidden character')
    pieces.push({ kind: 'token', code, name })
  }
  if (run !== '') pieces.push({ kind: 'text', text: run })
  return pieces
}

function scriptOf(character: string): string {
  if (/\p{Script=Cyrillic}/u.test(character)) return 'Cyrillic'
  if (/\p{Script=Greek}/u.test(character)) return 'Greek'
  if (/\p{Script=Armenian}/u.test(character)) return 'Armenian'
  return /\p{Script=Cherokee}/u.test(character) ? 'Cherokee' : 'look-alike'
}

export const hiddenCount = (text: string): number =>
  reveal(text).filter((piece) => piece.kind === 'token').length
