// What was pressed, from the bytes a terminal sends. Pasted text is no key, and neither is what a
// terminal says of itself: nobody pressed it.

export type Key =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'named'; readonly name: KeyName }

export type KeyName =
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'home'
  | 'end'
  | 'enter'
  | 'escape'
  | 'backspace'
  | 'interrupt'
  | 'suspend'

const INTERRUPT = '\u{3}'
const named: Readonly<Record<string, KeyName>> = {
  '\u{1b}[A': 'up',
  '\u{1b}OA': 'up',
  '\u{1b}[B': 'down',
  '\u{1b}OB': 'down',
  '\u{1b}[5~': 'page-up',
  '\u{1b}[6~': 'page-down',
  '\u{1b}[H': 'home',
  '\u{1b}OH': 'home',
  '\u{1b}[1~': 'home',
  '\u{1b}[F': 'end',
  '\u{1b}OF': 'end',
  '\u{1b}[4~': 'end',
  '\u{1b}': 'escape',
  '\r': 'enter',
  '\n': 'enter',
  '\u{7f}': 'backspace',
  '\b': 'backspace',
  [INTERRUPT]: 'interrupt',
  '\u{4}': 'interrupt',
  '\u{1a}': 'suspend',
}

const PASTE = '\u{1b}[200~'
const PASTED = '\u{1b}[201~'
const ESC = '\u{1b}'
/**
 * A letter with Alt comes as an escape and the letter, and is no key here. A message of the terminal goes
 * to its end mark.
 */
const sequence = `${ESC}(?:\\[[0-?]*[ -/]*[@-~]|O[A-Za-z]|[\\]P^_X][^\\u0007${ESC}]*(?:\\u0007|${ESC}\\\\)?|[^\\p{Cc}[O\\]P^_X])`
const one = new RegExp(`${sequence}|[^]`, 'gu')
/** The beginning of a sequence; its rest comes with the next bytes. */
const halfOne = new RegExp(`${ESC}(?:\\[[0-?]*[ -/]*|O)$`, 'u')
/** What follows on an escape that came by itself, where that was the beginning of a sequence. */
const restOfOne = /^(?:\[[0-?]*(?:[ -/]*[@-~]|$)|O[A-Z])/

/**
 * Feed it what comes; a paste or a sequence may come in many pieces. Gives the keys of this piece.
 * Ctrl+C is a key wherever it comes: a paste whose end never comes keeps nobody here.
 */
export function keyReader(): (text: string) => readonly Key[] {
  let half = ''
  let pasting = false
  /** An escape by itself was the key; what follows may show that it was the beginning of more. */
  let escaped = false

  const pasted = (text: string): readonly Key[] => {
    const end = text.indexOf(PASTED)
    const inside = end < 0 ? text : text.slice(0, end)
    const left: readonly Key[] = inside.includes(INTERRUPT)
      ? [{ kind: 'named', name: 'interrupt' }]
      : []
    if (end < 0) {
      half = beginningOf(PASTED, text)
      return left
    }
    pasting = false
    return [...left, ...keysIn(text.slice(end + PASTED.length))]
  }
  const keysIn = (text: string): readonly Key[] => {
    const start = text.indexOf(PASTE)
    if (start < 0) return pieces(text)
    pasting = true
    return [...pieces(text.slice(0, start)), ...pasted(text.slice(start + PASTE.length))]
  }
  const pieces = (text: string): readonly Key[] => {
    half = halfOne.exec(text)?.[0] ?? ''
    const whole = text.slice(0, text.length - half.length)
    return (whole.match(one) ?? []).flatMap(keyOf)
  }
  return (text) => {
    const from =
      text === INTERRUPT ? text : (escaped && restOfOne.test(text) ? ESC : '') + half + text
    half = ''
    const keys = pasting ? pasted(from) : keysIn(from)
    escaped = !pasting && half === '' && from.endsWith(ESC)
    return keys
  }
}

function keyOf(piece: string): readonly Key[] {
  const name = named[piece]
  if (name !== undefined) return [{ kind: 'named', name }]
  return /^\p{Cc}/u.test(piece) ? [] : [{ kind: 'text', text: piece }]
}

/** The longest end of `text` with which `mark` could begin. */
function beginningOf(mark: string, text: string): string {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1)
    if (mark.startsWith(text.slice(-length))) return text.slice(-length)
  return ''
}
