// Variables set by the line. Each is a part of its own, so that a rule can name it.
import type { Assignment } from 'unbash'
import { cut } from './effects/partial-part.ts'
import { beginningOf, isForeign, mayBeProgram, noteCalled } from './foreign-assignments.ts'
import { loadsCode } from './tables/flag-variables.ts'
import { reckons, runsNothing, steers, steersProgram } from './tables/variables.ts'
import { note, type Scope, type Sheet } from './scope.ts'
import { readWord, type Word } from './parse/words.ts'
import { splitNames } from './split-names.ts'

/** For whom a variable is set: the line's own shell, the one program behind it, or all later ones. */
export type Reach = 'shell' | 'program' | 'exported'

/** `before` is the command it comes before and applies to. */
export function noteAssignment(
  node: Assignment,
  scope: Scope,
  before?: string,
  reach: Reach = before === undefined || isOwn(before) ? 'shell' : 'program',
): void {
  const value = node.value.type === 'Word' ? readWord(node.value) : null
  const foreign = isForeign(node)
  const safe =
    node.append !== true &&
    node.value.type === 'Word' &&
    (isNumber(node.text, value) || onlyReckoned(node.value.parts))
  const unset = node.index !== undefined && isUnset(node.index.text, scope)
  if (!safe) scope.sheet.tainted.add(node.name)
  // One element more leaves what the name held before.
  else if (before === undefined && !foreign) scope.numbers = new Set([...scope.numbers, node.name])
  if (before !== undefined || scope.via.includes('coproc')) noteCalled(node, scope)
  const known = value?.value ?? null
  // A subscript is reckoned, and reckoning can run what a variable holds.
  // `IFS= read` is how lines are read; the builtin splits by it and runs nothing.
  const splits = node.name === 'IFS' && before === 'read'
  const opaque =
    (steers(node.name) && !splits && !runsNothing(node.name, known)) ||
    loadsCode(node.name, known) ||
    (reckons(node.name) && !safe) ||
    (node.index !== undefined && (!/^\w+$/.test(node.index.text) || unset))
  const beginning = beginningOf(node)
  const runs = foreign && mayBeProgram(node, known)
  note(scope, {
    text: cut(node.text),
    words: known !== null ? [`${beginning}${known}`] : foreign ? [beginning] : [],
    opaque,
    exact: known !== null && value?.plain === true && !foreign,
    effects:
      opaque || runs || (reach === 'program' && steersProgram(node.name, known)) ? ['unknown'] : [],
    uses: [],
  })
  noteReach(node.name, known, reach, scope)
}

/** An exported name is judged at the end of the line: only where a program runs is it handed on. */
function noteReach(name: string, value: string | null, reach: Reach, { sheet }: Scope): void {
  const at = sheet.partials.length - 1
  sheet.assigned.add(at)
  if (reach === 'exported' && steersProgram(name, value)) sheet.exported.add(at)
}

/** Whether what the line exports is handed on to a program; then these parts are unknown. */
export function markExported({ partials, assigned, exported }: Sheet): void {
  const runs = partials.some(
    ({ words }, at) =>
      !assigned.has(at) && !/^(?:\d*[<>]|$)/.test(words[0] ?? '-') && !isOwn(words[0] ?? ''),
  )
  if (!runs) return
  for (const at of exported) {
    const part = partials[at]
    if (part !== undefined && !part.effects.includes('unknown'))
      partials[at] = { ...part, effects: [...part.effects, 'unknown'] }
  }
}

const isOwn = (name: string): boolean => OWN.has(name)

/** Of the shell itself: nothing is handed on to them. */
const OWN: ReadonlySet<string> = new Set(
  splitNames(`
    read echo printf test [ : true false cd export readonly local declare typeset set unset pwd
  `),
)

/** `NAME=value` where it is a word, as env takes it. */
export function noteAssigned(word: Word, scope: Scope, reach: Reach): void {
  const name = /^[^=]*/.exec(word.prefix)?.[0] ?? ''
  const given = word.value?.slice(name.length + 1) ?? null
  const opaque =
    (steers(name) && !runsNothing(name, given)) ||
    loadsCode(name, given) ||
    !/^\w+=/.test(word.prefix) ||
    (reckons(name) && !/^\w+=-?\d*$/.test(word.value ?? '?'))
  scope.sheet.tainted.add(name)
  note(scope, {
    text: cut(word.text),
    words: word.value === null ? [] : [word.value],
    opaque,
    exact: word.value !== null && word.plain,
    effects: opaque || (reach === 'program' && steersProgram(name, given)) ? ['unknown'] : [],
    uses: [],
  })
  noteReach(name, given, reach, scope)
}

/** A name that was set before and is exported now; what it holds is not looked up. */
export function noteExported(name: string, { sheet }: Scope): void {
  // The part of the builtin itself comes next.
  if (steersProgram(name, null)) sheet.exported.add(sheet.partials.length)
}

/** A name that a builtin or a loop sets to something that is not known. */
export function noteNamed(name: string, text: string, scope: Scope): void {
  scope.sheet.tainted.add(name)
  // What `_` was set to is replaced before anything reckons with it.
  if (/^\w+$/.test(name) && !steers(name) && (name === '_' || !reckons(name))) return
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
