// What was pressed, from the bytes a terminal sends. Pasted text is no key: nobody pressed it.

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
  '\u{3}': 'interrupt',
  '\u{4}': 'interrupt',
  '\u{1a}': 'suspend',
}

const PASTE = '\u{1b}[200~'
const PASTED = '\u{1b}[201~'
const ESCAPE = '\u{1b}'
const one = new RegExp(`${ESCAPE}(?:\\[[\\d;?]*[A-Za-z~]|O[A-Za-z])?|[^]`, 'gu')

/** Feed it what comes; a paste may come in many pieces. Gives the keys of this piece. */
export function keyReader(): (text: string) => readonly Key[] {
  let pasting = false
  return (text) =>
    (text.match(one) ?? []).flatMap((piece): Key[] => {
      if (piece === PASTE) pasting = true
      if (piece === PASTED) {
        pasting = false
        return []
      }
      if (pasting) return []
      const name = named[piece]
      if (name !== undefined) return [{ kind: 'named', name }]
      return /^\p{Cc}/u.test(piece) ? [] : [{ kind: 'text', text: piece }]
    })
}
