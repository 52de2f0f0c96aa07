// Pure. What a key on a keyboard is to a terminal. Text is no key here: it comes by the field, so that
// dead keys, other keyboards and what is pasted do what they do everywhere.
import type { PersonKey } from '../../../contract/call/powers/terminal.ts'

export type Pressed = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly metaKey: boolean
  /** A key that makes text with Alt on some keyboards. */
  readonly altGraph: boolean
}

/**
 * keys: pressed one after the other. text: the field takes it. leave: the window has its keys again.
 * window: it is not for the terminal.
 */
export type RawKey =
  | { readonly kind: 'keys'; readonly keys: readonly PersonKey[]; readonly then: string }
  | { readonly kind: 'text' | 'leave' | 'window' }

const named: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Enter: 'Enter',
  Escape: 'Escape',
  Tab: 'Tab',
  Backspace: 'BSpace',
  Delete: 'DC',
  Insert: 'IC',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
}
/** With Ctrl, beside the letters. */
const signs: Readonly<Record<string, PersonKey>> = {
  ' ': 'C-Space',
  '@': 'C-Space',
  '\\': 'C-Backslash',
  ']': 'C-BracketRight',
  '^': 'C-Caret',
  _: 'C-Underscore',
  '/': 'C-Underscore',
  '[': 'Escape',
}

export function rawKey(pressed: Pressed): RawKey {
  const { key, ctrlKey, altKey, shiftKey, metaKey, altGraph } = pressed
  if (metaKey) return { kind: 'window' }
  if (key === 'Enter' && ctrlKey && shiftKey) return { kind: 'leave' }
  const name = /^F(?:[1-9]|1[0-2])$/.test(key) ? key : named[key]
  if (name !== undefined) return keys([withModifiers(name, pressed)])
  // A key that waits for another (dead), or one that is no key by itself.
  if (Array.from(key).length !== 1 || altGraph) return { kind: 'text' }
  if (ctrlKey) {
    const lower = key.toLowerCase()
    const control = /^[a-z]$/.test(lower) ? (`C-${lower}` as PersonKey) : signs[key]
    // With Shift they copy and paste, as terminals have it.
    if (control === undefined || (shiftKey && /^[a-z]$/.test(lower))) return { kind: 'window' }
    return keys(altKey ? ['Escape', control] : [control])
  }
  // What a terminal has for Alt is Escape before it.
  return altKey ? { kind: 'keys', keys: ['Escape'], then: key } : { kind: 'text' }
}

const keys = (all: readonly PersonKey[]): RawKey => ({ kind: 'keys', keys: all, then: '' })

const withModifiers = (name: string, { ctrlKey, altKey, shiftKey }: Pressed): PersonKey =>
  name === 'Tab' && shiftKey
    ? 'BTab'
    : `${ctrlKey ? 'C-' : ''}${altKey ? 'M-' : ''}${shiftKey ? 'S-' : ''}${name}`
