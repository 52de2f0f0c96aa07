// Which key means what in the queue. Pure but for reading the event.
// Single letters do nothing while somebody types, and nothing together with a modifier: those
// belong to the system.

export type Intent =
  | 'next'
  | 'previous'
  | 'details'
  | 'deny'
  | 'word'
  | 'once'
  | 'confirm'
  | 'scope'
  | 'deny-scope'
  | 'duration'
  | ScopeIntent
  | 'edit'

/** The scope of that number on the card. */
export type ScopeIntent = (typeof scopeIntents)[number]
const scopeIntents = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

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
  t: 'duration',
  e: 'edit',
}

const shifted: Readonly<Record<string, Intent>> = { d: 'word', s: 'deny-scope' }

/** `single`: whether single letters count at all; a person can switch them off. */
export function keyIntent(press: KeyPress, single = true): Intent | null {
  if (press.defaultPrevented || isTyping(press.target)) return null
  if (press.key === 'Enter' && (press.ctrlKey || press.metaKey))
    return press.repeat ? null : 'confirm'
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  if (press.shiftKey)
    return single && !press.repeat ? (shifted[press.key.toLowerCase()] ?? null) : null
  // On a button, a link or a fold Enter already means that thing.
  if (press.key === 'Enter') return isControl(press.target) ? null : 'details'
  if (!single && press.key.length === 1) return null
  const intent =
    scopeIntents.find((each) => String(each) === press.key) ??
    letters[press.key.length === 1 ? press.key.toLowerCase() : press.key] ??
    null
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
