// Variables set by the line. Each is a part of its own, so that a rule can name it.
import type { Assignment } from 'unbash'
import { cut } from './effects/partial-part.ts'
import { reckons, runsNothing, steers, surrounds } from './tables/variables.ts'
import { note, type Scope } from './scope.ts'
import { readWord, type Word } from './parse/words.ts'

/** `before` is the command it stands before and holds for. */
export function noteAssignment(node: Assignment, scope: Scope, before?: string): void {
  const value = node.value.type === 'Word' ? readWord(node.value) : null
  const safe =
    node.value.type === 'Word' && (isNumber(node.text, value) || onlyReckoned(node.value.parts))
  if (!safe) scope.sheet.tainted.add(node.name)
  else if (before === undefined) scope.numbers = new Set([...scope.numbers, node.name])
  const known = value?.value ?? null
  // A subscript is reckoned, and reckoning can run what a variable holds.
  // `IFS= read` is how lines are read; the builtin splits by it and runs nothing.
  const splits = node.name === 'IFS' && before === 'read'
  const opaque =
    (steers(node.name) && !splits && !runsNothing(node.name, known)) ||
    (reckons(node.name) && !safe) ||
    (node.index !== undefined &&
      (!/^\w+$/.test(node.index.text) || isUnset(node.index.text, scope)))
  note(scope, {
    text: cut(node.text),
    words: known === null ? [] : [`${node.text.slice(0, node.text.indexOf('='))}=${known}`],
    opaque,
    exact: known !== null && value?.plain === true,
    effects:
      opaque || (before !== undefined && !OWN.has(before) && surrounds(node.name, known))
        ? ['unknown']
        : [],
    uses: [],
  })
}

/** Of the shell itself: nothing is handed on to them. */
const OWN = new Set([
  'read',
  'echo',
  'printf',
  'test',
  '[',
  ':',
  'true',
  'false',
  'cd',
  'export',
  'readonly',
  'local',
  'declare',
  'set',
])

/** `NAME=value` where it is a word, as env takes it. */
export function noteAssigned(word: Word, scope: Scope): void {
  const name = /^[^=]*/.exec(word.prefix)?.[0] ?? ''
  const given = word.value?.slice(name.length + 1) ?? null
  const opaque =
    (steers(name) && !runsNothing(name, given)) ||
    !/^\w+=/.test(word.prefix) ||
    (reckons(name) && !/^\w+=-?\d*$/.test(word.value ?? '?'))
  scope.sheet.tainted.add(name)
  note(scope, {
    text: cut(word.text),
    words: word.value === null ? [] : [word.value],
    opaque,
    exact: word.value !== null && word.plain,
    effects: opaque || surrounds(name, given) ? ['unknown'] : [],
    uses: [],
  })
}

/** A name that a builtin or a loop sets to something that is not known. */
export function noteNamed(name: string, text: string, scope: Scope): void {
  scope.sheet.tainted.add(name)
  if (/^\w+$/.test(name) && !steers(name)) return
  note(scope, {
    text: cut(text),
    words: [],
    opaque: true,
    exact: false,
    effects: ['unknown'],
    uses: [],
  })
}

const isNumber = (text: string, word: Word | null): boolean =>
  word !== null && word.value !== null && /^(?:-?\d+)?$/.test(word.value) && !text.includes('+=')

/** A name in a subscript is looked up, and what it holds is reckoned. */
const isUnset = (index: string, { numbers }: Scope): boolean =>
  !/^\d+$/.test(index) && !numbers.has(index)

const onlyReckoned = (parts: readonly { readonly type: string }[] | undefined): boolean =>
  parts !== undefined &&
  parts.length > 0 &&
  parts.every(({ type }) => type === 'ArithmeticExpansion')
