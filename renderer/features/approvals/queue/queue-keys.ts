// Which key means what in the queue. Pure but for reading the event.
// Single letters do nothing while somebody types, and nothing together with a modifier: those
// belong to the system.

export type Intent =
  | 'next'
  | 'previous'
  | 'select-next'
  | 'select-previous'
  | 'details'
  | 'deny'
  | 'word'
  | 'once'
  | 'confirm'
  | 'scope'
  | 'deny-scope'
  | 'edit'
  | 'rehearse'

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'defaultPrevented'
> & {
  readonly target: EventTarget | null
}

const letters: Readonly<Record<string, Intent>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  d: 'deny',
  a: 'once',
  s: 'scope',
  e: 'edit',
  r: 'rehearse',
}

const shifted: Readonly<Record<string, Intent>> = {
  d: 'word',
  s: 'deny-scope',
  j: 'select-next',
  ArrowDown: 'select-next',
  k: 'select-previous',
  ArrowUp: 'select-previous',
}

/** `single`: whether single letters count at all; a person can switch them off. */
export function keyIntent(press: KeyPress, single = true): Intent | null {
  if (press.defaultPrevented || isTyping(press.target)) return null
  if (press.key === 'Enter' && (press.ctrlKey || press.metaKey))
    return press.repeat ? null : 'confirm'
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  if (press.shiftKey) {
    if (press.repeat || (!single && key.length === 1)) return null
    return key.startsWith('Arrow') && isScroller(press.target) ? null : (shifted[key] ?? null)
  }
  // On a button, a link or a fold Enter already means that thing.
  if (press.key === 'Enter') return isControl(press.target) ? null : 'details'
  if (!single && press.key.length === 1) return null
  const intent = letters[key] ?? null
  if (intent === null) return null
  const moves = intent === 'next' || intent === 'previous'
  // A key held down moves on and on, but answers once.
  if (press.repeat && !moves) return null
  if (press.key.startsWith('Arrow') && isScroller(press.target)) return null
  return intent
}

const matches = (target: EventTarget | null, selector: string): boolean =>
  typeof Element !== 'undefined' && target instanceof Element && target.closest(selector) !== null

const isTyping = (target: EventTarget | null): boolean =>
  matches(target, 'input, textarea, select, [contenteditable="true"], [role="dialog"]')
const isControl = (target: EventTarget | null): boolean => matches(target, 'button, a, summary')
const isScroller = (target: EventTarget | null): boolean =>
  matches(target, '[role="group"][tabindex="0"]')
