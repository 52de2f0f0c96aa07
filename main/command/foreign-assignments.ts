// What sets a variable in one shell and is the name of a program in another.
import type { Assignment } from 'unbash'
import { cut } from './effects/partial-part.ts'
import { note, type Scope } from './scope.ts'
import { readWord } from './parse/words.ts'

/** Not of POSIX: dash, busybox and yash take `name+=value` and `name[1]=value` for a command. */
export const isForeign = ({ index, append }: Assignment): boolean =>
  index !== undefined || append === true

/** With a slash such a command is a file; without one it is looked for where programs lie. */
export const mayBeProgram = ({ text }: Assignment, value: string | null): boolean =>
  value === null || text.includes('/')

/** `name=`, `name+=` or `name[index]=`, as it is written. */
export const beginningOf = ({ text }: Assignment): string => text.slice(0, text.indexOf('=') + 1)

/** Behind `time`, which to some shells is a program: they let it run what this would set. */
export function noteTimed(node: Assignment, scope: Scope): void {
  const value = node.value.type === 'Word' ? readWord(node.value).value : null
  if (!mayBeProgram(node, value)) return
  note(scope, {
    text: cut(node.text),
    words: [`${beginningOf(node)}${value ?? ''}`],
    opaque: false,
    exact: false,
    effects: ['unknown'],
    uses: [],
  })
}

/** With a program or a builtin beside it fish runs a list in brackets; alone it refuses the line. */
export function noteCalled({ value }: Assignment, { sheet }: Scope): void {
  if (value.type !== 'Word') sheet.doubts.add('called')
}
